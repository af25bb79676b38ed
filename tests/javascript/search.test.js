import assert from "node:assert/strict";
import { test } from "node:test";
import { take } from "./explorer.js";

const { SearchIndex, parseQuery } = take("SearchIndex", "parseQuery");

function index(documents, blockSize = documents.length) {
  const made = new SearchIndex(documents.length);
  for (let first = 0; first < documents.length; first += blockSize) {
    const part = documents.slice(first, first + blockSize);
    made.add(first, part.map(([title]) => title), part.map(([, text]) => text));
  }
  return made;
}

const DOCUMENTS = [
  ["Ice", "Glaciers melt"],
  ["Łódź", "Ice in the river, 河の氷"],
  ["Rain", "No frozen water"],
  ["Melt", "and more rain"],
];

function found(query, made = index(DOCUMENTS)) {
  return [...made.find(parseQuery(query))].flatMap((hit, row) => (hit ? [row] : []));
}

test("titles and texts are searched, whatever the script and the size of blocks", () => {
  for (const size of [1, 2, 4]) {
    const made = index(DOCUMENTS, size);
    assert.ok(made.complete);
    assert.deepEqual(found("ice", made), [0, 1]);
    assert.deepEqual(found("氷", made), [1]);
    assert.deepEqual(found("rain", made), [2, 3]);
  }
});

test("all words must be there, and excluded ones must not", () => {
  assert.deepEqual(found("melt ice"), [0]);
  assert.deepEqual(found("melt -ice"), [3]);
  assert.deepEqual(found("-ice"), [2, 3]);
});

test("a phrase does not run over the end of a document", () => {
  assert.deepEqual(found('"water melt"'), []);
  assert.deepEqual(found('"glaciers melt"'), [0]);
});

test("an index is complete only when all documents are in", () => {
  const made = new SearchIndex(2);
  made.add(0, ["a"], ["b"]);
  assert.equal(made.complete, false);
});

test("the result is that of looking at each document by itself", () => {
  const words = ["ice", "rain", "sea", "wind"];
  const documents = Array.from({ length: 200 }, (_, i) => ["", words.filter((_, bit) => (i >> bit) & 1).join(" ")]);
  const made = index(documents, 64);
  for (const query of ["ice", "ice rain", "ice rain sea wind", "wind -sea", "-ice -rain -sea -wind"]) {
    const terms = query.split(" ");
    const expected = documents.flatMap(([, text], row) =>
      (terms.every((term) => (term[0] === "-") !== text.includes(term.replace("-", ""))) ? [row] : []));
    assert.deepEqual(found(query, made), expected, query);
  }
});
