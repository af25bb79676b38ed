import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { take } from "./explorer.js";

const { inside, topicsAt, shownRows, sortedRows, topicCounts, sameField, initialState } = take(
  "inside", "topicsAt", "shownRows", "sortedRows", "topicCounts", "sameField", "initialState",
);

const RUN = {
  columns: [
    { name: "kind", kind: "category", labels: ["news", "letter"] },
    { name: "words", kind: "list", labels: ["tax", "sea"] },
    { name: "year", kind: "number", labels: [] },
  ],
};
const COLUMNS = {
  topic: [0, 0, 1, -1, 1],
  nearest: [1, 1, 0, 1, 0],
  share: [0, 0, 0, 0.4, 0],
  x: [0, 1, 2, 3, 4],
  y: [0, 0, 0, 0, 0],
  fields: [[0, 1, 0, 1, null], [[0], [0, 1], null, [1], []], [1990, 1995, null, 2000, 2005]],
};

function shown(changes, hits = null) {
  return shownRows(RUN, COLUMNS, COLUMNS.topic, { ...initialState(), ...changes }, hits);
}

test("without a choice all rows are shown, and counted by topic", () => {
  const { rows, counts } = shown({});
  assert.deepEqual(rows, [0, 1, 2, 3, 4]);
  assert.deepEqual([...counts], [[0, 2], [1, 2], [-1, 1]]);
});

test("topics are counted as if none were chosen", () => {
  const { rows, counts } = shown({ topics: [1] });
  assert.deepEqual(rows, [2, 4]);
  assert.deepEqual([...counts], [[0, 2], [1, 2], [-1, 1]]);
});

test("noise can be left out", () => {
  assert.deepEqual(shown({ noise: false }).rows, [0, 1, 2, 4]);
});

test("hits of a search are kept", () => {
  assert.deepEqual(shown({}, [1, 0, 0, 1, 0]).rows, [0, 3]);
});

test("an area keeps what lies inside it", () => {
  const area = [[0.5, -1], [2.5, -1], [2.5, 1], [0.5, 1]];
  assert.deepEqual(shown({ area }).rows, [1, 2]);
  assert.equal(inside(1, 0, area), true);
  assert.equal(inside(3, 0, area), false);
  assert.equal(inside(1, 2, area), false);
});

test("values of a category, of a list and both ends of a range are kept", () => {
  assert.deepEqual(shown({ fields: [["kind", "letter"]] }).rows, [1, 3]);
  assert.deepEqual(shown({ fields: [["words", "sea"]] }).rows, [1, 3]);
  assert.deepEqual(shown({ fields: [["year", 1990, 2000]] }).rows, [0, 1, 3]);
  assert.deepEqual(shown({ fields: [["year", 1991, 1995]] }).rows, [1]);
});

test("several choices hold together", () => {
  assert.deepEqual(shown({ fields: [["kind", "letter"], ["year", 1996, 2100]] }).rows, [3]);
});

test("noise joins its nearest topic at the strictness at which the stage `cluster` moves it", () => {
  const known = JSON.parse(readFileSync(new URL("../support/strictness.json", import.meta.url), "utf8"));
  const columns = { topic: [-1, -1], nearest: known.nearest, share: known.memberships };
  for (const [strictness, topics] of Object.entries(known.topics)) {
    assert.deepEqual([...topicsAt(columns, Number(strictness))], topics, strictness);
  }
});

test("noise joins its nearest topic from a strictness on", () => {
  assert.deepEqual([...topicsAt(COLUMNS, null)], [0, 0, 1, -1, 1]);
  assert.deepEqual([...topicsAt(COLUMNS, 0.5)], [0, 0, 1, -1, 1]);
  assert.deepEqual([...topicsAt(COLUMNS, 0.6)], [0, 0, 1, 1, 1]);
});

test("noise without a nearest topic stays noise", () => {
  const columns = { topic: [-1], nearest: [-1], share: [1] };
  assert.deepEqual([...topicsAt(columns, 1)], [-1]);
});

test("rows are sorted with empty values last, in both directions", () => {
  const values = [3, null, 1, 2, null];
  assert.deepEqual(sortedRows([0, 1, 2, 3, 4], values, false), [2, 3, 0, 1, 4]);
  assert.deepEqual(sortedRows([0, 1, 2, 3, 4], values, true), [0, 3, 2, 1, 4]);
});

test("texts are sorted by the alphabet, numbers in them by size, equals by row", () => {
  const values = ["b 10", "b 9", "ä", null, "b 9"];
  assert.deepEqual(sortedRows([4, 3, 2, 1, 0], values, false), [2, 1, 4, 0, 3]);
  assert.deepEqual(sortedRows([0, 1, 2, 3, 4], values, true), [0, 1, 4, 2, 3]);
});

test("sorting leaves the rows given as they are", () => {
  const rows = [1, 0];
  sortedRows(rows, [0, 1], false);
  assert.deepEqual(rows, [1, 0]);
});

test("documents of each topic are counted", () => {
  assert.deepEqual([...topicCounts([0, 2, 3, 4], COLUMNS.topic)], [[0, 1], [1, 2], [-1, 1]]);
});

test("two choices are the same if all their parts are", () => {
  assert.equal(sameField(["year", 1, 2], ["year", 1, 2]), true);
  assert.equal(sameField(["year", 1, 2], ["year", 1, 3]), false);
  assert.equal(sameField(["kind", "a"], ["kind", "a", "b"]), false);
});
