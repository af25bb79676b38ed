// The panel on the right: one document, the chosen topics, or the documents shown.

const HELP = [
  ["Search", "words in any order, “whole phrases” in quotes, -not; press / to begin"],
  ["Topics", "click one, here, in the list or on the map; Ctrl or Shift adds to the choice"],
  ["Map", "drag to move, wheel to zoom; lasso and box are in its tool bar"],
  ["Bars", "click one to keep its documents, again to let go; a tick marks the share among all"],
  ["Keys", "Tab goes from part to part, arrows move inside, Enter opens, Esc goes back; + and - scale the map"],
  ["Address", "it holds what you see: keep or send it"],
];
const MEANINGS = [
  ["Strength", "share of a document's neighbourhood that is in its topic"],
  ["Stability", "share of repeated partitions that put a document where it is; the bar below a topic's name: how alike it is in them"],
  ["Noise", "documents that fit no topic, grey on the map; opened, each says why"],
  ["Runner-up", "the topic that comes next for a document; the margin is how much less near it is"],
];

class Panel {
  /** `view` gives access to the data and to what is chosen; see main.js. */
  constructor(place, view) {
    this.place = place;
    this.view = view;
    this.asked = 0;
    this.subject = "";
  }

  /**
   * Replace the content. The panel of the same subject keeps its scroll position, and who
   * was inside with the keyboard stays inside, on the same bar or switch if it is still there.
   */
  #put(subject, heading, ...parts) {
    const active = /** @type {HTMLElement} */ (document.activeElement);
    const inside = this.place.contains(active);
    const scroller = this.place.parentElement;
    const top = subject === this.subject ? scroller.scrollTop : 0;
    this.subject = subject;
    heading.tabIndex = -1;
    this.place.replaceChildren(heading, ...parts);
    scroller.scrollTop = top;
    if (!inside) return;
    const { key } = active.dataset;
    const same = [.../** @type {NodeListOf<HTMLElement>} */ (this.place.querySelectorAll("[data-key]"))]
      .find((own) => own.dataset.key === key);
    (same || heading).focus({ preventScroll: true });
  }

  /** Take the keyboard over, from a button that went away. */
  focus() {
    this.place.querySelector("h2")?.focus({ preventScroll: true });
  }

  /** All documents, or those that search, area and choices of values keep. */
  overview() {
    const { run, rows } = this.view;
    this.asked++;
    const all = rows.length === run.documents;
    const counts = topicCounts(rows, this.view.topicOf);
    const noise = counts.get(NOISE) || 0;
    const facts = factList([
      ["Documents", all ? countText(run.documents) : `${countText(rows.length)} of ${countText(run.documents)}`],
      ["Topics", countText(counts.size - (noise ? 1 : 0))],
      ["In no topic (noise)", countText(noise)],
    ]);
    this.#put(
      "overview",
      element("h2", {}, all ? "All documents" : "Documents shown"),
      facts,
      element("details", { open: all }, element("summary", {}, "How to use this page"), factList(HELP)),
      element("details", {}, element("summary", {}, "What the words mean"), factList(MEANINGS)),
      ...(all || !rows.length ? [] : [element("h3", {}, "Topics"), ...topicLines(this.view)]),
      ...spreadParts(this.view)
    );
  }

  topics(chosen) {
    const { run, rows } = this.view;
    this.asked++;
    const known = chosen.filter((topic) => topic !== NOISE).map((topic) => run.topics[topic]);
    if (chosen.length === 1 && known.length === 1) {
      this.#put(`topic ${chosen[0]}`, ...this.#oneTopic(known[0]), ...spreadParts(this.view));
      return;
    }
    this.#put(
      "topics",
      element("h2", {}, known.length ? `${chosen.length} topics` : "No topic (noise)"),
      factList([["Documents", countText(rows.length)]]),
      ...(known.length ? topicLines(this.view) : this.#reasons()),
      ...spreadParts(this.view)
    );
  }

  #oneTopic(topic) {
    const { run, rows } = this.view;
    const near = topic.near.map(([other, cosine]) =>
      element("div", { class: "pair" }, this.#topicButton(other), `cosine ${cosine.toFixed(2)}`)
    );
    const shown = rows.length === topic.size ? "" : `, ${countText(rows.length)} shown`;
    return [
      element("h2", {}, element("bdi", {}, topic.label)),
      ...(topic.note ? [element("p", { class: "note", dir: "auto" }, topic.note)] : []),
      ...(topic.quote ? [this.#quote(topic)] : []),
      factList([
        ["Documents", `${countText(topic.size)} of ${countText(run.documents)}${shown}`],
        ["Stability", bar(topic.stability, topic.stability.toFixed(2)), shareText(topic.stability)],
      ]),
      ...this.#terms(topic),
      element("h3", {}, "Representative documents"),
      element("div", { class: "list" }, ...topic.representatives.map((row) => this.#documentButton(row))),
      ...(near.length ? [element("h3", {}, "Nearest topics"), ...near] : []),
    ];
  }

  /** The sentence that says best what a topic is about, and where it stands. */
  #quote(topic) {
    return element("blockquote", { dir: "auto" }, topic.quote,
      element("footer", {}, this.#documentButton(topic.quote_from)));
  }

  /** A topic's terms, with a switch between the lists; those with weights have bars. */
  #terms(topic) {
    const { run, state } = this.view;
    const terms = state.termView ? topic.views[state.termView - 1] : topic.terms;
    const most = topic.weights[0] || 1;
    const lines = terms.map((term, i) => element("li", {},
      element("button", { type: "button", title: "Search for it", onclick: () => this.view.search(`"${term}"`) },
        element("bdi", {}, term)),
      state.termView ? "" : bar(topic.weights[i] / most, `weight ${topic.weights[i].toPrecision(3)}`)));
    const choice = element("select", { id: "term-view", "data-key": "terms", "aria-label": "Which terms",
      onchange: (event) => this.view.change({ termView: Number(event.target.value) }) });
    ["that name it", ...run.term_views].forEach((name, i) => {
      choice.append(element("option", { value: i, selected: i === state.termView }, name));
    });
    return [element("h3", { class: "switched" }, "Terms ", choice), element("ul", { class: "terms" }, ...lines)];
  }

  #reasons() {
    const { run, columns, rows } = this.view;
    const column = { kind: "category", labels: run.reasons };
    const counts = valueCounts(column, columns.reason, rows).filter(({ label }) => label);
    return [element("h3", {}, "Why"), factList(counts.map(({ label, count }) => [label, countText(count)]))];
  }

  async document(row) {
    const asked = ++this.asked;
    const { run, columns, texts, terms } = this.view;
    const full = await texts.of(row);
    if (asked !== this.asked) return; // something else was asked for meanwhile
    const fields = [];
    run.columns.forEach((column, i) => {
      const value = columns.fields[i][row];
      if (value !== null) fields.push([column.name, valueText(column, value)]);
    });
    run.long_fields.forEach((name, i) => {
      if (full.fields[i] !== null) fields.push([name, link(full.fields[i])]);
    });
    fields.push(["Identifier", columns.id[row]], ["Source", run.sources[columns.source[row]]]);
    this.#put(
      `document ${row}`,
      element("h2", { dir: "auto" }, ...marked(columns.title[row], terms)),
      factList(this.#standing(row)),
      element("p", { class: "text", dir: "auto" }, ...marked(full.text, terms)),
      ...full.links.map((address) => element("p", { class: "link" }, link(address))),
      ...(full.near.length ? [element("h3", {}, "Nearest documents")] : []),
      element("div", { class: "list" }, ...full.near.map((other) => this.#documentButton(other))),
      element("h3", {}, "From the corpus"),
      factList(fields)
    );
  }

  /** Where a document stands: its topic or why it has none, the runner-up, and how sure that is. */
  #standing(row) {
    const { run, columns, topicOf } = this.view;
    const [topic, nearest] = [topicOf[row], columns.nearest[row]];
    const move = run.moves[columns.move[row]];
    const joined = columns.topic[row] === NOISE && topic !== NOISE;
    const facts = [["Topic", topic === NOISE ? "none (noise)" : this.#topicButton(topic)]];
    if (columns.topic[row] === NOISE) {
      facts.push(["Noise because", run.reasons[columns.reason[row]]]);
      if (joined) facts.push(["Moved", "into its nearest topic, by the slider for noise"]);
    }
    if (move) facts.push(["By the curation", move]);
    if (nearest !== NOISE && !joined) {
      const margin = columns.margin[row];
      facts.push([topic === NOISE ? "Nearest topic" : "Runner-up", this.#topicButton(nearest),
        margin === null ? "" : element("span", { class: "quiet", title: "difference of cosines" },
          `margin ${margin.toFixed(3)}`)]);
    }
    const share = (values) => [bar(values[row] ?? 0, shareText(values[row])), shareText(values[row])];
    facts.push(["Strength", ...share(columns.strength)], ["Stability", ...share(columns.stability)]);
    return facts;
  }

  #topicButton(topic) {
    return element("button", { type: "button", class: "chip", onclick: () => this.view.chooseTopics([topic]) },
      colourDot(this.view.colourOf(topic)), element("bdi", {}, this.view.nameOf(topic)));
  }

  #documentButton(row) {
    const { columns, colourOf, topicOf } = this.view;
    return element("button", { type: "button", class: "chip", onclick: () => this.view.chooseDocument(row) },
      colourDot(colourOf(topicOf[row])), element("bdi", {}, columns.title[row]));
  }
}

/** A list of names and what belongs to them. */
function factList(pairs) {
  return element("dl", {}, ...pairs.flatMap(([name, ...values]) => [
    element("dt", {}, element("bdi", {}, name)),
    element("dd", {}, ...values.map((part) => (typeof part === "string" ? element("bdi", {}, part) : part))),
  ]));
}
