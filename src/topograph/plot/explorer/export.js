// Files from what is shown: CSV, JSON, and BibTeX for documents that came from it.

/** A cell of CSV. */
function csvCell(value) {
  const text = value === null || value === undefined ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

/** Records as CSV, with a byte order mark: without it spreadsheets take it for an old encoding. */
function toCsv(records) {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const lines = records.map((record) => names.map((name) => csvCell(record[name])).join(","));
  return `\ufeff${[names.map(csvCell).join(","), ...lines].join("\r\n")}\r\n`;
}

/** Fields of ours that are no fields of BibTeX, or go by another name there. */
const NOT_IN_BIBTEX = new Set(["id", "title", "text", "topic", "topic_name", "strength", "stability",
  "nearest_topic", "margin", "reason", "links", "type", "key", "source", "date", "language"]);

/** A record of a BibTeX file as BibTeX. */
function toBibtex(record) {
  const fields = { title: record.title, abstract: record.text, keywords: record.topic_name };
  for (const [name, value] of Object.entries(record)) {
    if (!NOT_IN_BIBTEX.has(name) && value !== null && value !== "") fields[name] = value;
  }
  if (record.date && !fields.year) fields.year = String(record.date).slice(0, 4);
  const key = String(record.key || record.id).replace(/[\s,{}"#%'()=\\~]/g, "");
  const lines = Object.entries(fields)
    .filter(([, value]) => value)
    .map(([name, value]) => `  ${name} = {${balanced(String(value))}},\n`);
  return `@${record.type || "misc"}{${key},\n${lines.join("")}}\n`;
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
