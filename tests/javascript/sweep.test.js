import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInThisContext } from "node:vm";

const source = readFileSync(new URL("../../src/topograph/jobs/sweep/page/numbers.js", import.meta.url), "utf8");
const { paretoFront, extent, ticks, areWhole, valueText, order, parts, recurringPlaces } = runInThisContext(
  `(() => {\n"use strict";\n${source}\nreturn { paretoFront, extent, ticks, areWhole, valueText, order, parts, recurringPlaces };\n})()`,
);

const measures = ["higher", "lower", "neither"].map((better) => ({ better }));
const points = (...rows) => rows.map((own) => ({ measures: own }));

test("the front has the points that no other dominates by the chosen measures", () => {
  const all = points([1, 1, 0], [2, 2, 0], [2, 3, 9], [0, 0, 0], [null, 0, 0], [2, 2, 5]);
  assert.deepEqual(paretoFront(all, measures, [0, 1]), [true, true, false, true, false, true]);
  assert.deepEqual(paretoFront(all, measures, [0]), [false, true, true, false, false, true]);
  assert.deepEqual(paretoFront(all, measures, [1]), [false, false, false, true, true, false]);
});

test("measures without a direction do not count, and without any there is no front", () => {
  assert.deepEqual(paretoFront(points([1, 1, 5], [2, 1, 0]), measures, [0, 2]), [false, true]);
  assert.deepEqual(paretoFront(points([1, 1, 5]), measures, [2]), [false]);
});

test("ends of values are apart, and missing values do not count", () => {
  assert.deepEqual(extent([3, null, -1]), [-1, 3]);
  assert.deepEqual(extent([4, 4]), [3.6, 4.4]);
  assert.deepEqual(extent([0]), [-0.5, 0.5]);
  assert.deepEqual(extent([null]), [0, 1]);
});

test("ticks are round, within the ends, and few", () => {
  assert.deepEqual(ticks([4, 12], 7), [4, 6, 8, 10, 12]);
  assert.deepEqual(ticks([0.78, 0.84], 6), [0.78, 0.8, 0.82, 0.84]);
  assert.deepEqual(ticks([-1, 1], 3), [-1, 0, 1]);
  for (const ends of [[0, 1], [3, 1e6], [-0.004, 0.009]]) {
    const found = ticks(ends, 6);
    assert.ok(found.length >= 2 && found.length <= 6, `${found}`);
    assert.ok(found[0] >= ends[0] - 1e-9 && found.at(-1) <= ends[1] + 1e-9);
  }
});

test("whole values have whole ticks", () => {
  assert.deepEqual(ticks([1, 3], 7, true), [1, 2, 3]);
  assert.deepEqual(ticks([1, 3], 7), [1, 1.5, 2, 2.5, 3]);
  assert.deepEqual([[1, null, 3], [1, 0.5]].map(areWhole), [true, false]);
});

test("topics are known by their place among the recurring ones", () => {
  assert.deepEqual(recurringPlaces([{ found: [1, 0] }, { found: [0, -1] }], 2), [[1, 0], [0]]);
});

test("numbers are short", () => {
  assert.deepEqual([12000, 0.12345, -0.4026, 123.4, null, 1].map(valueText), ["12,000", "0.123", "-0.403", "123", "–", "1"]);
});

test("missing values come last either way, and equal ones keep their order", () => {
  assert.deepEqual(order([2, null, 3, 2], true), [2, 0, 3, 1]);
  assert.deepEqual(order([2, null, 3, 2], false), [0, 3, 2, 1]);
});

test("parts of a topic in another partition, the largest first", () => {
  assert.deepEqual(parts([0, 1, 1, -1, 1, 0], [0, 1, 2, 3, 5]), [[0, 2], [1, 2], [-1, 1]]);
  assert.deepEqual(parts([0, 1], []), []);
});
