// Bars of how documents spread over topics, time and the corpus' columns. Each bar is a choice.

const SHOWN_VALUES = 8;
const SHOWN_COLUMNS = 8;

/**
 * Bars of shares among the shown documents and, for comparison, among all; the longest of them is as
 * long as there is room. `lines` are `{key, label, count, all, chosen, onclick, dot}`.
 */
function shareLines(lines, among, documents) {
  const shares = lines.map(({ count, all }) => [count / among, all / documents]);
  const longest = shares.reduce((high, [share, usual]) => Math.max(high, share, usual), 0);
  const shown = lines.slice(0, SHOWN_VALUES).map((line, i) =>
    shareLine(line, shares[i], longest, among, among === documents));
  const more = lines.length - shown.length;
  return more > 0 ? [...shown, element("p", { class: "quiet" }, `and ${countText(more)} more`)] : shown;
}

function shareLine({ key, label, count, chosen, onclick, dot }, [share, usual], longest, among, whole) {
  const percent = (part) => `${Math.round(100 * part)} %`;
  const says = `${countText(count)} of ${countText(among)} documents, ${percent(share)}; ${percent(usual)} of all`;
  const line = bar(share / longest, says);
  if (!whole) line.append(element("i", { class: "usual", style: { left: `${(100 * usual) / longest}%` } }));
  return element("button", { type: "button", class: "share", title: says, "data-key": key,
    "aria-pressed": String(chosen), onclick },
    element("span", { class: "name" }, ...(dot ? [dot, " "] : []), element("bdi", {}, label)),
    line, element("span", { class: "count" }, countText(count)));
}

/**
 * Bars of documents by period or range, with what is written below the first and the last; `toggle(bar)`
 * chooses the documents of one.
 */
function barChart(name, bars, ends, isChosen, toggle) {
  const most = bars.reduce((high, { count }) => Math.max(high, count), 1);
  const buttons = bars.map((own) => {
    const says = `${own.label}: ${countText(own.count)} of ${countText(own.all)} documents`;
    const fill = element("i", { style: { height: `${(100 * own.count) / most}%` } });
    return element("button", { type: "button", title: says, "aria-label": says, "data-key": `${name} ${own.low}`,
      "aria-pressed": String(isChosen(own)), onclick: () => toggle(own) }, fill);
  });
  const chart = element("div", { class: "bars", role: "group", "aria-label": name }, ...buttons);
  oneTabStop(chart, "button");
  const [first, last] = ends;
  return element("div", { class: "time" }, chart,
    element("div", { class: "ends" }, element("span", {}, first), element("span", {}, last)));
}

/** Headings and bars for each column of the corpus; the view's shown rows are counted. */
function spreadParts(view) {
  const { run, columns, rows, state } = view;
  const parts = [];
  const chosen = (field) => state.fields.some((own) => sameField(own, field));
  run.columns.forEach((column, i) => {
    if (parts.length >= SHOWN_COLUMNS || !rows.length) return;
    const values = columns.fields[i];
    const heading = element("h3", {}, element("bdi", {}, column.name));
    if (column.kind === "category" || column.kind === "list") {
      if (column.labels.length < 2) return;
      parts.push([heading, ...valueLines(view, column, values, chosen)]);
      return;
    }
    const bars = column.kind === "date" ? periodCounts(values, rows) : rangeCounts(column, values, rows);
    if (bars.length < 2) return;
    const field = ({ low, high }) => [column.name, low, high];
    const [first, last] = [bars[0], bars[bars.length - 1]];
    const dates = column.kind === "date";
    const ends = dates ? [first.label, last.label] : [valueText(column, first.low), valueText(column, last.high)];
    const chart = barChart(column.name, bars, ends, (own) => chosen(field(own)),
      (own) => view.toggleField(field(own)));
    if (dates) heading.prepend("Over time: ");
    parts[dates ? "unshift" : "push"]([heading, chart]);
  });
  return parts.flat();
}

function valueLines(view, column, values, chosen) {
  const { run, rows } = view;
  const lines = valueCounts(column, values, rows).map(({ label, count, all }) => {
    const field = [column.name, label];
    return { key: JSON.stringify(field), label, count, all, chosen: chosen(field),
      onclick: () => view.toggleField(field) };
  });
  return shareLines(lines, rows.length, run.documents);
}

/** Bars of the topics of the shown documents, the most frequent first. */
function topicLines(view) {
  const { run, rows, topicOf, state } = view;
  const all = topicCounts(topicOf.keys(), topicOf);
  const counts = [...topicCounts(rows, topicOf)].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const lines = counts.map(([topic, count]) => ({
    key: `topic ${topic}`,
    label: view.nameOf(topic),
    count,
    all: all.get(topic),
    chosen: state.topics.includes(topic),
    onclick: () => view.chooseTopics([topic]),
    dot: colourDot(view.colourOf(topic)),
  }));
  return shareLines(lines, rows.length, run.documents);
}
