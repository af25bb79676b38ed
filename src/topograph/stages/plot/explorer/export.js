// Files from what is shown: CSV, JSON, and BibTeX for documents that came from it.

/** All that is known of a document. No column of a corpus has one of these names, see parse. */
async function recordOf(row, view) {
  const { run, columns, texts, topicOf } = view;
  const topic = topicOf[row];
  const full = await texts.of(row);
  // without a prototype: a column may be called __proto__
  const record = Object.assign(Object.create(null), {
    doc_id: columns.id[row],
    title: columns.title[row],
    text: full.text,
    topic,
    topic_key: topic === NOISE ? "" : run.topics[topic].key,
    label: topic === NOISE ? "" : run.topics[topic].label,
    strength: columns.strength[row],
    stability: columns.stability[row],
    nearest_topic: columns.nearest[row],
    margin: columns.margin[row],
    reason: run.reasons[columns.reason[row]],
    curation: run.moves[columns.move[row]],
    source: run.sources[columns.source[row]],
    links: full.links.join(" "),
  });
  run.columns.forEach((column, i) => {
    const value = columns.fields[i][row];
    record[column.name] = column.kind === "number" || value === null ? value : valueText(column, value);
  });
  run.long_fields.forEach((name, i) => {
    record[name] = full.fields[i];
  });
  return record;
}

/** Save the shown documents as a file of a kind: csv, json or bib. */
async function exportShown(kind, view) {
  const records = [];
  for (const row of view.rows) records.push(await recordOf(row, view));
  const name = `${view.run.title}-${records.length}`;
  if (kind === "csv") save(`${name}.csv`, "text/csv", toCsv(records));
  if (kind === "json") save(`${name}.json`, "application/json", JSON.stringify(records, null, 1));
  if (kind === "bib") {
    const own = records.filter((record) => fromBibtex(record.source));
    save(`${name}.bib`, "application/x-bibtex", own.map(toBibtex).join("\n"));
  }
}

/** A cell of CSV. Texts that a spreadsheet would run as a formula get an apostrophe in front. */
function csvCell(value) {
  if (value === null || value === undefined) return "";
  const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

/** Records as CSV, with a byte order mark: without it spreadsheets take it for an old encoding. */
function toCsv(records) {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const lines = records.map((record) => names.map((name) => csvCell(record[name])).join(","));
  return `\ufeff${[names.map(csvCell).join(","), ...lines].join("\r\n")}\r\n`;
}

/** Fields of ours that are not fields of BibTeX, or go by another name there. */
const NOT_IN_BIBTEX = new Set(["doc_id", "title", "text", "topic", "topic_key", "label", "strength",
  "stability", "nearest_topic", "margin", "reason", "curation", "links", "type", "key", "source", "date", "language"]);

/** A record of a BibTeX file as BibTeX. */
function toBibtex(record) {
  const fields = Object.assign(Object.create(null), {
    title: record.title, abstract: record.text, keywords: record.label,
  });
  for (const [name, value] of Object.entries(record)) {
    if (!NOT_IN_BIBTEX.has(name) && value !== null) fields[name.replace(/[^\w:.+-]/g, "_")] = value;
  }
  // names stand apart by "; " in lists of the corpus
  for (const name of ["author", "editor"]) if (fields[name]) fields[name] = String(fields[name]).split("; ").join(" and ");
  if (record.date && !fields.year) fields.year = String(record.date).slice(0, 4);
  const key = String(record.key || record.doc_id).replace(/[\s,{}"#%'()=\\~]/g, "") || "document";
  const type = String(record.type || "misc").replace(/\W/g, "") || "misc";
  const lines = Object.entries(fields)
    .filter(([, value]) => value)
    .map(([name, value]) => `  ${name} = {${balanced(String(value))}},\n`);
  return `@${type}{${key},\n${lines.join("")}}\n`;
}

/** A value whose braces close each other, which BibTeX demands. */
function balanced(text) {
  let open = 0;
  for (const character of text) {
    if (character === "{") open++;
    if (character === "}") open--;
    if (open < 0) break;
  }
  return open === 0 ? text : text.replace(/[{}]/g, "");
}

/** Whether a document came from a BibTeX file. */
function fromBibtex(source) {
  return /\.bib(\.gz)?$/i.test(source);
}

/** Hand a text to the user as a file. */
function save(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const anchor = element("a", { href: address, download: name });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
