import assert from "node:assert/strict";
import { test } from "node:test";
import { take } from "./explorer.js";

const { folded, parseQuery, hitRanges, cutText, snippet, SearchIndex } = take(
  "folded", "parseQuery", "hitRanges", "cutText", "snippet", "SearchIndex",
);

/** What is marked of a text for a query. */
function marked(text, query) {
  return hitRanges(text, parseQuery(query)).map(([start, end]) => text.slice(start, end));
}

test("texts are compared without case and accents, signs of print as they are typed", () => {
  assert.equal(folded("Café “Ça” – ΟΔΟΣ\n"), 'cafe "ca" - οδοσ ');
});

test("a query holds words, phrases and what is left out", () => {
  assert.deepEqual(parseQuery('Graph "neural  Net" -tax a'), [
    { needle: "graph", whole: false, without: false },
    { needle: "neural net", whole: true, without: false },
    { needle: "tax", whole: false, without: true },
  ]);
});

test("a single letter is looked for in scripts without spaces only", () => {
  assert.deepEqual(parseQuery("x").length, 0);
  assert.deepEqual(parseQuery("税").length, 1);
});

test("a word is found at its beginning, a phrase whole", () => {
  assert.deepEqual(marked("Graphs, paragraphs, graph", "graph"), ["Graph", "graph"]);
  assert.deepEqual(marked("Graphs, paragraphs, graph", '"graph"'), ["graph"]);
  assert.deepEqual(marked("所得税法", "税"), ["税"]);
});

test("a hit is marked where it stands, also behind accents and other letters of two units", () => {
  assert.deepEqual(marked("🦆 Çafé tax", "tax"), ["tax"]);
  assert.deepEqual(marked("Crème brûlée", "creme"), ["Crème"]);
});

test("hits that overlap are marked as one, what is left out not at all", () => {
  assert.deepEqual(marked("neural network", 'neural "neural network"'), ["neural network"]);
  assert.deepEqual(marked("tax law", "law -tax"), ["law"]);
});

test("no character is cut in two", () => {
  assert.equal(cutText("ab🦆", 3), "ab");
  assert.equal(cutText("ab🦆", 4), "ab🦆");
});

test("a snippet is the beginning, or the text around the first hit", () => {
  const text = `${"word ".repeat(40)}needle ${"tail ".repeat(40)}`.trim();
  assert.equal(snippet("short", [], 20), "short");
  assert.equal(snippet(text, [], 20), "word word word word …");
  const found = snippet(text, parseQuery("needle"), 30);
  assert.ok(found.startsWith("…word") && found.includes("needle") && found.endsWith("…"), found);
});

/** Rows that an index of some texts finds. */
function hits(texts, query) {
  const index = new SearchIndex(texts.length);
  index.add(0, texts.slice(0, 2).map(() => ""), texts.slice(0, 2));
  assert.equal(index.complete, texts.length === 2);
  index.add(2, texts.slice(2).map(() => ""), texts.slice(2));
  assert.equal(index.complete, true);
  return [...index.find(parseQuery(query))].flatMap((hit, row) => (hit ? [row] : []));
}

const TEXTS = ["tax on graphs", "the sea", "graph of the sea", "税 and sea", "taxes", "sea tax law"];

test("all words of a query have to be in a document, in titles or texts", () => {
  assert.deepEqual(hits(TEXTS, "tax"), [0, 4, 5]);
  assert.deepEqual(hits(TEXTS, "sea"), [1, 2, 3, 5]);
  assert.deepEqual(hits(TEXTS, "sea tax"), [5]);
  assert.deepEqual(hits(TEXTS, "sea -graph"), [1, 3, 5]);
  assert.deepEqual(hits(TEXTS, "税"), [3]);
  assert.deepEqual(hits(TEXTS, "nothing"), []);
});

test("titles are searched, and no hit goes over the end of a document", () => {
  const index = new SearchIndex(2);
  index.add(0, ["Whales", "Ships"], ["end", "start"]);
  assert.deepEqual([...index.find(parseQuery("whales"))], [1, 0]);
  assert.deepEqual([...index.find(parseQuery('"end ships"'))], [0, 0]);
});
