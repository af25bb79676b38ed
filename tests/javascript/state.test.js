import assert from "node:assert/strict";
import { test } from "node:test";
import { take } from "./explorer.js";

const { initialState, stateToHash, stateFromHash } = take(
  "initialState", "stateToHash", "stateFromHash",
);

const RUN = {
  noise: true,
  topics: [{ topic: 0, key: "t1a" }, { topic: 1, key: "t2b" }],
  term_views: ["one", "two"],
  columns: [
    { name: "kind", kind: "category", labels: ["news & more", "letter"] },
    { name: "year", kind: "number", labels: [] },
  ],
};

function read(hash) {
  return stateFromHash(hash, RUN, (id) => id === "d1");
}

test("nothing chosen leaves the address empty", () => {
  assert.equal(stateToHash(initialState(), RUN), "");
  assert.deepEqual(read(""), { state: initialState(), unknown: [] });
});

test("all that can be chosen comes back from the address", () => {
  const state = {
    query: 'a "b c" -d & #',
    topics: [1, -1],
    area: [[0.5, 1], [2, -3], [4, 5]],
    fields: [["kind", "news & more"], ["year", 1990, 2000.5]],
    document: "d1",
    colour: "year",
    noise: false,
    safe: true,
    strictness: 0.25,
    sort: "date",
    descending: true,
    list: "tree",
    termView: 2,
    view: [0, 1, -2, 3],
    theme: "dark",
  };
  assert.deepEqual(Object.keys(state), Object.keys(initialState()));
  assert.deepEqual(read(`#${stateToHash(state, RUN)}`), { state, unknown: [] });
});

test("topics are named by their keys, and found by numbers, too", () => {
  assert.equal(stateToHash({ ...initialState(), topics: [1, -1] }, RUN), "topics=t2b+noise");
  assert.deepEqual(read("topics=0+t1a+-1").state.topics, [0, -1]);
});

test("what the run does not have is named and left out", () => {
  const { state, unknown } = read("topics=t9&document=d9&colour=size&where=[\"kind\",\"poem\"]");
  assert.deepEqual(state, initialState());
  assert.deepEqual(unknown,
    ["topic t9", 'choice ["kind","poem"]', "document d9", "column size"]);
});

test("what is not understood is as at the beginning", () => {
  for (const hash of ["strictness=2", "strictness=-0.1", "strictness=x", "terms=3", "terms=0.5",
    "area=1+2+3+4", "area=1+2+3+4+5+6+7", "view=1+1+2+3", "view=1+2+3", "theme=red", "list=x"]) {
    assert.deepEqual(read(hash).state, initialState(), hash);
  }
});

test("a range takes two numbers", () => {
  assert.deepEqual(read('where=["year",1,2]').state.fields, [["year", 1, 2]]);
  assert.equal(read('where=["year",1]').unknown.length, 1);
  assert.equal(read('where=["year",1,"x"]').unknown.length, 1);
  assert.equal(read("where=[").unknown.length, 1);
});
