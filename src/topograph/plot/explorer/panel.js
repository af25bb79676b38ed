// What is told of one document, of the chosen topics, or of the whole.

const SHOWN_VALUES = 8;
const SHOWN_COLUMNS = 6;
const TIME_BARS = 40;

/** Counts of a column's values among rows: a list of `{label, count, all}`, the most frequent first. */
function valueCounts(column, values, rows) {
  const all = new Map();
  const own = new Map();
  for (const value of values) if (value !== null) all.set(value, (all.get(value) || 0) + 1);
  for (const row of rows) {
    if (values[row] !== null) own.set(values[row], (own.get(values[row]) || 0) + 1);
  }
  return [...own]
    .map(([value, count]) => ({ label: valueText(column, value), count, all: all.get(value) }))
    .sort((a, b) => b.count - a.count || a.label.localeCompare(b.label));
}

/** Documents by period: a list of `{label, count, all}` without gaps, years or longer spans. */
function periodCounts(values, rows) {
  const years = [...values].filter((value) => value !== null).map((value) => Math.floor(value / 10000));
  if (!years.length) return [];
  const first = years.reduce((a, b) => Math.min(a, b));
  const last = years.reduce((a, b) => Math.max(a, b));
  const monthly = last - first < 3;
  const unit = (value) => {
    const year = Math.floor(value / 10000);
    return monthly ? year * 12 + Math.max(1, Math.floor(value / 100) % 100) - 1 : year;
  };
  const [from, to] = monthly ? [first * 12, last * 12 + 11] : [first, last];
  const span = Math.ceil((to - from + 1) / TIME_BARS);
  const periods = Array.from({ length: Math.ceil((to - from + 1) / span) }, (_, i) => {
    const start = from + i * span;
    const name = (n) => (monthly ? `${Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, "0")}` : String(n));
    const end = Math.min(to, start + span - 1);
    return { label: span > 1 ? `${name(start)} to ${name(end)}` : name(start), count: 0, all: 0 };
  });
  const place = (value) => Math.floor((unit(value) - from) / span);
  for (const value of values) if (value !== null) periods[place(value)].all++;
  for (const row of rows) if (values[row] !== null) periods[place(values[row])].count++;
  return periods;
}

class Panel {
  /** `view` gives access to the data and to what is chosen; see main.js. */
  constructor(place, view) {
    this.place = place;
    this.view = view;
    this.asked = 0;
  }

  /** Replace the content, and say in which order texts that come late were asked for. */
  #put(...parts) {
    this.place.replaceChildren(...parts);
    this.place.scrollTop = 0;
  }

  overview() {
    const { run } = this.view;
    this.asked++;
    const facts = [
      ["Documents", String(run.documents)],
      ["Topics", String(run.topics.length)],
      ["In no topic (noise)", String(run.noise)],
    ];
    const help = [
      ["Search", "words in any order, “whole phrases” in quotes, -not; press / to begin"],
      ["Topics", "click one; Ctrl or Shift adds to the choice"],
      ["Map", "drag to move, wheel to zoom; lasso and box are in its tool bar"],
      ["Keys", "arrows move in lists, Enter opens, Esc goes back"],
      ["Address", "it holds what you see: keep or send it"],
    ];
    this.#put(
      element("h2", {}, "All documents"),
      factList(facts),
      element("h3", {}, "How to use this page"),
      factList(help.map(([name, text]) => [name, text]))
    );
  }

  topics(chosen) {
    const { run } = this.view;
    this.asked++;
    const rows = this.view.rowsOf(chosen);
    const known = chosen.filter((topic) => topic !== NOISE).map((topic) => run.topics[topic]);
    if (chosen.length === 1 && known.length === 1) {
      this.#put(...this.#oneTopic(known[0]), ...this.#spread(rows));
      return;
    }
    const names = known.map((topic) => this.#topicButton(topic.topic));
    const title = known.length ? `${chosen.length} topics` : "No topic (noise)";
    this.#put(
      element("h2", {}, title),
      factList([["Documents", String(rows.length)]]),
      ...(known.length ? [] : this.#reasons(rows)),
      element("div", { class: "list" }, ...names),
      ...this.#spread(rows)
    );
  }

  #oneTopic(topic) {
    const { run } = this.view;
    const most = topic.weights[0] || 1;
    const terms = topic.terms.map((term, i) =>
      element(
        "li",
        {},
        element("button", { type: "button", onclick: () => this.view.search(`"${term}"`) },
          element("bdi", {}, term)),
        bar(topic.weights[i] / most, `weight ${topic.weights[i].toPrecision(3)}`)
      )
    );
    const near = topic.near.map(([other, cosine]) =>
      element("div", { class: "pair" }, this.#topicButton(other), `cosine ${cosine.toFixed(2)}`)
    );
    return [
      element("h2", {}, element("bdi", {}, topic.label)),
      factList([
        ["Documents", `${topic.size} of ${run.documents}`],
        ["Stability", bar(topic.stability, topic.stability.toFixed(2)), shareText(topic.stability)],
      ]),
      element("h3", {}, "Terms"),
      element("ul", { class: "terms" }, ...terms),
      element("h3", {}, "Representative documents"),
      element("div", { class: "list" }, ...topic.representatives.map((row) => this.#documentButton(row))),
      ...(near.length ? [element("h3", {}, "Nearest topics"), ...near] : []),
    ];
  }

  #reasons(rows) {
    const { run, columns } = this.view;
    const column = { kind: "category", labels: run.reasons };
    const counts = valueCounts(column, columns.reason, rows).filter(({ label }) => label);
    return [element("h3", {}, "Why"), ...counts.map(({ label, count, all }) => shareLine(label, count, rows.length, all))];
  }

  /** The spread of documents over time and over the corpus' columns. */
  #spread(rows) {
    const { run, columns } = this.view;
    const parts = [];
    run.columns.forEach((column, i) => {
      const values = columns.fields[i];
      if (column.kind === "date") {
        const periods = periodCounts(values, rows);
        if (periods.length > 1) parts.unshift(element("h3", {}, `Over time (${column.name})`), timeBars(periods));
      } else if (column.kind === "category" && column.labels.length > 1) {
        if (parts.length >= 2 * SHOWN_COLUMNS) return;
        const counts = valueCounts(column, values, rows);
        const lines = counts.slice(0, SHOWN_VALUES)
          .map(({ label, count, all }) => shareLine(label, count, rows.length, all, run.documents));
        if (counts.length > SHOWN_VALUES) {
          lines.push(element("p", { class: "quiet" }, `${counts.length - SHOWN_VALUES} more values`));
        }
        if (lines.length) parts.push(element("h3", {}, element("bdi", {}, column.name)), element("div", {}, ...lines));
      }
    });
    return parts;
  }

  async document(row) {
    const asked = ++this.asked;
    const { run, columns, texts, terms, topicOf } = this.view;
    const topic = topicOf[row];
    const nearest = columns.nearest[row];
    const told = [
      ["Topic", topic === NOISE ? "none (noise)" : this.#topicButton(topic)],
      ...(columns.topic[row] === NOISE ? [["Noise because", run.reasons[columns.reason[row]]]] : []),
      ["Strength", shareText(columns.strength[row])],
      ["Stability", bar(columns.stability[row] ?? 0, shareText(columns.stability[row])),
        shareText(columns.stability[row])],
      ...(nearest === NOISE ? [] : [["Next topic", this.#topicButton(nearest)]]),
      ["Margin", columns.margin[row] === null ? "–" : columns.margin[row].toFixed(3)],
    ];
    const full = await texts.of(row);
    if (asked !== this.asked) return; // something else was asked for meanwhile
    run.columns.forEach((column, i) => {
      const value = columns.fields[i][row];
      if (value !== null) told.push([column.name, valueText(column, value)]);
    });
    run.long_fields.forEach((name, i) => {
      if (full.fields[i] !== null) told.push([name, link(full.fields[i])]);
    });
    told.push(["Identifier", columns.id[row]]);
    this.#put(
      element("h2", { dir: "auto" }, ...marked(columns.title[row], terms)),
      element("p", { class: "text", dir: "auto" }, ...marked(full.text, terms)),
      ...full.links.map((address) => element("p", { class: "link" }, link(address))),
      factList(told),
      ...(full.near.length ? [element("h3", {}, "Nearest documents")] : []),
      element("div", { class: "list" }, ...full.near.map((other) => this.#documentButton(other)))
    );
  }

  #topicButton(topic) {
    const { run, colourOf } = this.view;
    return element(
      "button",
      { type: "button", class: "chip", onclick: () => this.view.chooseTopics([topic]) },
      element("span", { class: "dot", style: { background: colourOf(topic) } }),
      element("bdi", {}, run.topics[topic].label)
    );
  }

  #documentButton(row) {
    const { columns, colourOf, topicOf } = this.view;
    return element(
      "button",
      { type: "button", class: "chip", onclick: () => this.view.chooseDocument(row) },
      element("span", { class: "dot", style: { background: colourOf(topicOf[row]) } }),
      element("bdi", {}, columns.title[row])
    );
  }
}

/** A list of names and what belongs to them. */
function factList(pairs) {
  return element("dl", {}, ...pairs.flatMap(([name, ...told]) => [
    element("dt", {}, element("bdi", {}, name)),
    element("dd", {}, ...told.map((part) => (typeof part === "string" ? element("bdi", {}, part) : part))),
  ]));
}

/** A value with its share among some documents, and among all for comparison. */
function shareLine(label, count, among, all, documents) {
  const share = count / among;
  const compare = documents ? `, ${Math.round((100 * all) / documents)} % of all` : "";
  const says = `${count} documents, ${Math.round(100 * share)} %${compare}`;
  return element(
    "div",
    { class: "share", title: says },
    element("bdi", { class: "name" }, label),
    bar(share, says),
    element("span", { class: "count" }, String(count))
  );
}

/** Bars of documents by period. */
function timeBars(periods) {
  const most = periods.reduce((high, { count }) => Math.max(high, count), 1);
  const bars = periods.map(({ label, count, all }) => {
    const says = `${label}: ${count} of ${all} documents`;
    const height = `${(100 * count) / most}%`;
    return element("span", { title: says, role: "img", "aria-label": says }, element("i", { style: { height } }));
  });
  const [first, last] = [periods[0].label, periods[periods.length - 1].label];
  return element("div", { class: "time" }, element("div", { class: "bars" }, ...bars),
    element("div", { class: "ends" }, element("span", {}, first), element("span", {}, last)));
}
