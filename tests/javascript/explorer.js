// The explorer's scripts as the page joins them, without the one that opens the page.

import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";

const FOLDER = new URL("../../src/topograph/stages/plot/explorer/", import.meta.url);
const listed = readFileSync(new URL("page.py", FOLDER), "utf8").match(/^SCRIPTS = \(([^)]*)\)/m)[1];
const names = [...listed.matchAll(/"([^"]+)"/g)].map((match) => match[1]);
const sources = names.filter((name) => name !== "main.js")
  .map((name) => readFileSync(new URL(name, FOLDER), "utf8"));

/** Functions and classes of the scripts, by their names. */
export function take(...wanted) {
  const code = `(() => {\n"use strict";\n${sources.join("\n")}\nreturn { ${wanted.join(", ")} };\n})()`;
  return runInThisContext(code);
}
