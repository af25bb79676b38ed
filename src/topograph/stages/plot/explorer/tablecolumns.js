// The columns of the table of documents.

/**
 * The table's columns: `{key, title, width, wideOnly, values(), content(row)}`. `values` is what they
 * are sorted by; `wideOnly` columns are left out where there is little room.
 */
function tableColumns(view) {
  const { run, columns } = view;
  const share = (values) => (row) => bar(values[row] ?? 0, shareText(values[row]));
  const found = [
    { key: "title", title: "Document", width: "minmax(0, 3fr)", values: () => columns.title },
    {
      key: "topic",
      title: "Topic",
      width: "minmax(0, 2fr)",
      values: () => Array.from(view.topicOf, (topic) => (topic === NOISE ? null : topic)),
      content: (row) => topicCell(view, row),
    },
    { key: "strength", title: "Strength", width: "4.6rem", wideOnly: true,
      values: () => columns.strength, content: share(columns.strength) },
    { key: "stability", title: "Stability", width: "4.6rem", wideOnly: true,
      values: () => columns.stability, content: share(columns.stability) },
  ];
  const date = run.columns.findIndex((column) => column.kind === "date");
  if (date >= 0) {
    const values = columns.fields[date];
    found.push({ key: "date", title: "Date", width: "5.6rem", wideOnly: true, values: () => values,
      content: (row) => element("span", {}, values[row] === null ? "" : dateText(values[row])) });
  }
  return found;
}

/** A document's topic; of noise the reason, and the topic that is nearest. */
function topicCell(view, row) {
  const { run, columns } = view;
  const topic = view.topicOf[row];
  const nearest = columns.nearest[row];
  const content = [element("bdi", {}, topic === NOISE ? run.reasons[columns.reason[row]] : view.nameOf(topic))];
  if (nearest !== NOISE && nearest !== topic) {
    content.push(element("small", {}, topic === NOISE ? "nearest: " : "runner-up: ", element("bdi", {}, view.nameOf(nearest))));
  }
  return element("span", { class: "topic" }, colourDot(view.colourOf(topic)), element("span", {}, ...content));
}
