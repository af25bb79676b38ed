import assert from "node:assert/strict";
import { test } from "node:test";
import { take } from "./explorer.js";

const { mixed, onScale, columnColours, dateText, weekText, scaleValue, numberRange, valueText, SCALE } = take(
  "mixed", "onScale", "columnColours", "dateText", "weekText", "scaleValue", "numberRange", "valueText", "SCALE",
);

const RUN = { noise_colour: "#b8b8b8", few_colours: ["#111111", "#222222"], many_colours: ["#111111", "#222222", "#333333"] };

test("a colour between two is their mean, channel by channel", () => {
  assert.equal(mixed("#000000", "#ffffff", 0.5), "#808080");
  assert.equal(mixed("#102030", "#102030", 0.7), "#102030");
  assert.equal(mixed("#ff0000", "#0000ff", 1), "#0000ff");
});

test("the scale begins and ends with its ends, and stays there beyond", () => {
  assert.deepEqual([-1, 0, 1, 2].map(onScale), [SCALE[0], SCALE[0], SCALE.at(-1), SCALE.at(-1)]);
});

test("the most frequent values have a colour each, the others are grey", () => {
  const column = { kind: "category", labels: ["a", "b", "c", "d"], values: [0, 1, 1, 2, 2, 2, 3, null] };
  const safe = columnColours(column, RUN, { safe: true }, false);
  assert.deepEqual(safe.legend, [
    { colour: "#111111", label: "c (3)" },
    { colour: "#222222", label: "b (2)" },
    { colour: "#b8b8b8", label: "other or none (3)" },
  ]);
  assert.deepEqual([0, 1, 3, 7].map(safe.of), ["#b8b8b8", "#222222", "#111111", "#b8b8b8"]);
  assert.equal(columnColours(column, RUN, { safe: false }, false).legend.length, 4);
});

test("ordered values lie on the scale in their order, unordered ones beside it are grey", () => {
  const column = { kind: "category", labels: ["low", "mid", "high", "?"], levels: 3, values: [2, 0, 1, 3] };
  const { of } = columnColours(column, RUN, { safe: false }, false);
  assert.deepEqual([1, 2, 0, 3].map(of), [onScale(0), onScale(0.5), onScale(1), "#b8b8b8"]);
});

test("numbers are coloured by their place between the lowest and the highest", () => {
  const column = { kind: "number", labels: [], values: [10, null, 20, 15] };
  const { of, legend } = columnColours(column, RUN, { safe: false }, false);
  assert.deepEqual([0, 2, 3, 1].map(of), [onScale(0), onScale(1), onScale(0.5), "#b8b8b8"]);
  assert.deepEqual([legend.low, legend.high], ["10", "20"]);
  assert.deepEqual(numberRange([3, null, -2]), [-2, 3]);
  assert.deepEqual(columnColours({ ...column, values: [null] }, RUN, {}, false).legend, []);
});

test("dates are named as exactly as they are known", () => {
  assert.deepEqual(
    [20200000, 20200300, 20200305, 20200305.1403, 20200305.140307].map(dateText),
    ["2020", "2020-03", "2020-03-05", "2020-03-05 14:03", "2020-03-05 14:03:07"],
  );
  assert.deepEqual([20200401.8, 20200901.7, 20201228.9].map(dateText), ["2020-Q2", "2020 autumn", "2020-W53"]);
});

test("weeks are those of ISO 8601", () => {
  const known = [[2020, 12, 28, "2020-W53"], [2021, 1, 4, "2021-W01"], [2018, 12, 31, "2019-W01"], [2024, 12, 30, "2025-W01"]];
  for (const [year, month, day, expected] of known) assert.equal(weekText(year, month, day), expected);
});

test("the middle of a year lies between its ends", () => {
  const at = (value) => scaleValue({ kind: "date" }, value);
  assert.equal(at(20200000), 2020);
  assert.equal(at(20200701), 2020.5);
  assert.ok(at(20201231) < at(20210101));
  assert.equal(scaleValue({ kind: "number" }, 7.5), 7.5);
});

test("values are written as people read them", () => {
  const category = { kind: "category", labels: ["a", "b"] };
  assert.equal(valueText(category, 1), "b");
  assert.equal(valueText({ ...category, kind: "list" }, [0, 1]), "a; b");
  assert.deepEqual([3, 0.123456, null].map((own) => valueText({ kind: "number" }, own)), ["3", "0.1235", ""]);
});
