import assert from "node:assert/strict";
import { test } from "node:test";
import { take } from "./explorer.js";

const { toCsv, toBibtex, fromBibtex, dateText, onScale, mixed } = take(
  "toCsv", "toBibtex", "fromBibtex", "dateText", "onScale", "mixed",
);

test("CSV has all columns, quotes where it must, and no formulas", () => {
  const records = [{ a: 'x "y", z', b: null }, { a: "=1+1", c: -2 }];
  assert.equal(toCsv(records), "\ufeffa,b,c\r\n\"x \"\"y\"\", z\",,\r\n'=1+1,,-2\r\n");
});

test("BibTeX has the key, the type and the fields that are its own", () => {
  const record = { doc_id: "d", key: "Fu{a} 1", type: "article", title: "On {Graphs}", text: "We.",
    label: "graphs", author: "A B; C D", date: "2020-03", topic: 3, source: "a.bib" };
  assert.equal(toBibtex(record), "@article{Fua1,\n  title = {On {Graphs}},\n  abstract = {We.},\n"
    + "  keywords = {graphs},\n  author = {A B and C D},\n  year = {2020},\n}\n");
});

test("braces of BibTeX that do not close are left out", () => {
  assert.ok(toBibtex({ doc_id: "d", title: "a } b {" }).includes("title = {a  b },"));
});

test("BibTeX is known by its ending", () => {
  assert.deepEqual(["a.bib", "a.BIB.gz", "a.bibx"].map(fromBibtex), [true, true, false]);
});

test("dates are written as exactly as they are known", () => {
  assert.deepEqual([20200000, 20200300, 20200302, 20200302.0930, 20200300.7, 20200400.8, 20200302.9]
    .map(dateText), ["2020", "2020-03", "2020-03-02", "2020-03-02 09:30", "2020 spring", "2020-Q2",
    "2020-W10"]);
});

test("colours are mixed channel by channel, and the scale ends at its ends", () => {
  assert.equal(mixed("#000000", "#ffffff", 0.5), "#808080");
  assert.equal(mixed("#102030", "#203040", 0), "#102030");
  assert.deepEqual([-1, 0, 1, 2].map(onScale), ["#00224e", "#00224e", "#fee838", "#fee838"]);
});
