import assert from "node:assert/strict";
import { test } from "node:test";
import { take } from "./explorer.js";

const { valuesOf, valueCounts, periodCounts, periodText, rangeCounts } = take(
  "valuesOf", "valueCounts", "periodCounts", "periodText", "rangeCounts",
);

test("a cell holds none, one or several values", () => {
  assert.deepEqual([null, 3, [1, 2]].map(valuesOf), [[], [3], [1, 2]]);
});

test("values are counted, the most frequent first, equals by name; those without a row left out", () => {
  const column = { labels: ["b", "a", "c", "d"] };
  const found = valueCounts(column, [0, 1, 2, 2, [2, 3], null], [0, 1, 2, 4]);
  assert.deepEqual(found, [
    { label: "c", count: 2, all: 3 },
    { label: "a", count: 1, all: 1 },
    { label: "b", count: 1, all: 1 },
    { label: "d", count: 1, all: 1 },
  ]);
  assert.deepEqual(valueCounts(column, [0, 1], [0]), [{ label: "b", count: 1, all: 1 }]);
});

test("ordered values keep their order, before all others", () => {
  const column = { labels: ["low", "high", "unknown"], levels: 2 };
  const found = valueCounts(column, [1, 1, 0, 2, 2, 2], [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(found.map(({ label }) => label), ["low", "high", "unknown"]);
});

/** Names and counts of bars. */
function bars(found) {
  return found.map(({ label, count, all }) => [label, count, all]);
}

test("dates over four years are counted by year, without gaps", () => {
  const found = periodCounts([20000000, 20020501, null, 20030000], [0, 2]);
  assert.deepEqual(bars(found), [["2000", 1, 1], ["2001", 0, 0], ["2002", 0, 1], ["2003", 0, 1]]);
  assert.deepEqual([found[1].low, found[1].high], [20010000, 20019999]);
});

test("dates within three years are counted by month, those of a year are whole", () => {
  const found = periodCounts([20200300, 20201215], [0, 1]);
  assert.equal(found.length, 12);
  assert.deepEqual(bars(found)[2], ["2020-03", 1, 1]);
  assert.deepEqual(bars(found)[11], ["2020-12", 1, 1]);
});

test("quarters are counted where most dates are no finer", () => {
  const found = periodCounts([20200400.8, 20200700.8, 20201000.8], [1]);
  assert.deepEqual(bars(found),
    [["2020-Q1", 0, 0], ["2020-Q2", 0, 1], ["2020-Q3", 1, 1], ["2020-Q4", 0, 1]]);
});

test("days are counted over fewer than forty, with times of day in them", () => {
  const found = periodCounts([20200228.1, 20200301], [0, 1]);
  assert.deepEqual(bars(found),
    [["2020-02-28", 1, 1], ["2020-02-29", 0, 0], ["2020-03-01", 1, 1]]);
  assert.ok(found[0].low <= 20200228.1 && 20200228.1 <= found[0].high);
});

test("many years are counted by spans", () => {
  const found = periodCounts([19000000, 19990000], [0]);
  assert.deepEqual(found.length, 34);
  assert.deepEqual(bars(found)[0], ["1900 to 1902", 1, 1]);
});

test("without a date there are no bars", () => {
  assert.deepEqual(periodCounts([null, null], [0]), []);
});

test("periods are named as exactly as they are chosen", () => {
  assert.equal(periodText(20200000, 20209999), "2020");
  assert.equal(periodText(20190000, 20209999), "2019 to 2020");
  assert.equal(periodText(20200300, 20200399), "2020-03");
  assert.equal(periodText(20200302, 20200302.9999999), "2020-03-02");
});

const NUMBER = { name: "n", kind: "number", labels: [] };

test("few whole numbers have a bar each, others twenty of equal width", () => {
  assert.deepEqual(bars(rangeCounts(NUMBER, [1, 3, 3, null], [0, 1])),
    [["1", 1, 1], ["2", 0, 0], ["3", 1, 2]]);
  const found = rangeCounts(NUMBER, [0, 10.5, 100], [0, 2]);
  assert.equal(found.length, 20);
  assert.deepEqual([0, 2, 19].map((i) => [found[i].low, found[i].high, found[i].count]),
    [[0, 0, 1], [10.5, 10.5, 0], [100, 100, 1]]);
});

test("one number that is not whole has no bars", () => {
  assert.deepEqual(rangeCounts(NUMBER, [0.5, 0.5], [0]), []);
});
