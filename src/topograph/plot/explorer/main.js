// The page: every choice changes the state, and every view is made anew from it.

const SEARCH_DELAY = 120; // milliseconds without a key before the search begins

class Explorer {
  constructor(run, columns) {
    this.run = run;
    this.columns = columns;
    this.texts = new Texts(run.block_size, run.blocks);
    this.index = new SearchIndex(run.documents);
    this.rowOf = new Map(columns.id.map((id, row) => [id, row]));
    this.state = this.#valid(stateFromHash(location.hash));
    this.topicOf = topicsAt(columns, this.state.strictness);
    this.terms = [];
    this.hits = null;
    this.rows = [];
    const on = {
      topics: (topics) => this.chooseTopics(topics),
      choose: (row) => this.chooseDocument(row),
      sort: (key) => this.#sort(key),
      area: (area) => this.change({ area }),
      view: (view) => this.change({ view }, false),
      hover: (row, x, y) => this.#hover(row, x, y),
    };
    this.panel = new Panel(document.getElementById("panel"), this);
    this.list = new TopicList(document.getElementById("topics"), run, on);
    this.table = new DocumentTable(
      document.getElementById("table"), this.#tableColumns(), columns.title, this.texts, on
    );
    this.map = hasWebGL()
      ? new DocumentMap(document.getElementById("map"), document.getElementById("names"), run, columns, on)
      : null;
    this.#controls();
  }

  /** A state without topics, documents and columns that this run does not have. */
  #valid(state) {
    const { run } = this;
    const known = (topic) => run.topics[topic] !== undefined || (topic === NOISE && run.noise > 0);
    state.topics = state.topics.filter(known);
    if (!this.rowOf.has(state.document)) state.document = "";
    if (!run.noise) state.strictness = null;
    if (state.colour !== "topic" && !columnNamed(run, this.columns, state.colour)) state.colour = "topic";
    return state;
  }

  get dark() {
    const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    return (this.state.theme || system) === "dark";
  }

  colourOf = (topic) => topicColour(this.run, topic, this.state, this.dark);

  // --- what the views ask for

  rowsOf(topics) {
    const wanted = new Set(topics);
    const rows = [];
    this.topicOf.forEach((topic, row) => {
      if (wanted.has(topic)) rows.push(row);
    });
    return rows;
  }

  chooseTopics(topics) {
    this.change({ topics, document: "" });
  }

  chooseDocument(row) {
    this.change({ document: this.columns.id[row] }, false);
    this.#showDetails();
    this.table.reveal(row);
    this.table.choose(row);
  }

  search(query) {
    document.getElementById("search").value = query;
    this.change({ query });
  }

  // --- from the state to the page

  /** Change the state; `filters`: whether it decides which documents are shown. */
  change(part, filters = true) {
    Object.assign(this.state, part);
    const hash = stateToHash(this.state);
    history.replaceState(null, "", hash ? `#${hash}` : `${location.pathname}${location.search}`);
    if (filters) this.#show();
  }

  #show() {
    const { state, columns, run } = this;
    this.terms = parseQuery(state.query);
    this.hits = this.terms.length ? this.index.find(this.terms) : null;
    let rows = shownRows(columns, this.topicOf, state, this.hits);
    const sort = this.#tableColumns().find((column) => column.key === state.sort);
    const counts = topicCounts(rows, this.topicOf);
    if (sort) rows = sortedRows(rows, sort.values(), state.descending);
    this.rows = rows;
    const still = this.hits && !this.index.complete ? " so far" : "";
    document.getElementById("count").value = `${rows.length} of ${run.documents} documents${still}`;
    this.list.update(counts, state.topics, this.colourOf);
    this.map?.labels.fade(counts);
    this.table.show(rows, this.terms, state);
    this.#showDetails();
    const filtered = state.topics.length || this.hits || state.area.length;
    this.#highlight(filtered ? rows : null);
  }

  /** The map follows when the lists are on the screen: with many documents it takes longer. */
  #highlight(rows) {
    const first = this.waitingRows === undefined;
    this.waitingRows = rows;
    if (!this.map || !first) return;
    requestAnimationFrame(() =>
      setTimeout(() => {
        const latest = this.waitingRows;
        this.waitingRows = undefined;
        this.map.highlight(latest);
      })
    );
  }

  #showDetails() {
    const { document: id, topics } = this.state;
    document.getElementById("back").hidden = !id && !topics.length;
    if (id) this.panel.document(this.rowOf.get(id));
    else if (topics.length) this.panel.topics(topics);
    else this.panel.overview();
  }

  #recolour() {
    document.documentElement.dataset.theme = this.dark ? "dark" : "light";
    const { colours, legend } = documentColours(this.run, this.columns, this.topicOf, this.state, this.dark);
    this.#showLegend(legend);
    return colours;
  }

  #showLegend(legend) {
    const place = document.getElementById("legend");
    const parts = Array.isArray(legend)
      ? legend.map(({ colour, label }) =>
          element("div", {}, element("span", { class: "dot", style: { background: colour } }),
            element("bdi", {}, label)))
      : [legend.low, element("span", { class: "scale",
          style: { background: `linear-gradient(to right, ${SCALE.join(", ")})` } }), legend.high];
    place.hidden = parts.length === 0;
    place.replaceChildren(...parts);
  }

  #tableColumns() {
    const { run, columns } = this;
    const share = (values) => (row) => bar(values[row] ?? 0, shareText(values[row]));
    const found = [
      { key: "title", title: "Document", width: "minmax(0, 1fr)", values: () => columns.title },
      {
        key: "topic",
        title: "Topic",
        width: "minmax(0, 12rem)",
        values: () => Array.from(this.topicOf, (topic) => (topic === NOISE ? null : topic)),
        content: (row) => this.#topicCell(row),
      },
      { key: "strength", title: "Strength", width: "4.6rem", values: () => columns.strength,
        content: share(columns.strength) },
      { key: "stability", title: "Stability", width: "4.6rem", values: () => columns.stability,
        content: share(columns.stability) },
    ];
    const date = run.columns.findIndex((column) => column.kind === "date");
    if (date >= 0) {
      const values = columns.fields[date];
      found.push({ key: "date", title: "Date", width: "5.6rem", values: () => values,
        content: (row) => element("span", {}, values[row] === null ? "" : dateText(values[row])) });
    }
    return found;
  }

  #topicCell(row) {
    const topic = this.topicOf[row];
    const { run, columns } = this;
    const label = topic === NOISE ? `no topic: ${run.reasons[columns.reason[row]]}` : run.topics[topic].label;
    return element("span", { class: "topic" },
      element("span", { class: "dot", style: { background: this.colourOf(topic) } }),
      element("bdi", {}, label));
  }

  async #hover(row, x, y) {
    const place = document.getElementById("tooltip");
    this.hovered = row;
    place.hidden = row === null || (!this.state.noise && this.topicOf[row] === NOISE);
    if (place.hidden) return;
    const { columns, run } = this;
    const topic = this.topicOf[row];
    const opening = element("p", { dir: "auto" });
    place.replaceChildren(
      element("strong", { dir: "auto" }, ...marked(columns.title[row], this.terms)),
      opening,
      element("small", {}, element("bdi", {}, topic === NOISE ? "no topic" : run.topics[topic].label))
    );
    place.style.left = `${Math.min(x + 14, innerWidth - place.offsetWidth - 8)}px`;
    place.style.top = `${Math.min(y + 14, innerHeight - 160)}px`;
    if (!run.hover_words) return;
    const { text } = await this.texts.of(row);
    if (this.hovered !== row) return;
    const words = text.split(/\s+/);
    const shown = words.slice(0, run.hover_words).join(" ");
    opening.append(...marked(words.length > run.hover_words ? `${shown} …` : shown, this.terms));
  }

  // --- what the user does

  #sort(key) {
    const { sort, descending } = this.state;
    const falling = key === "strength" || key === "stability"; // the best first
    if (sort !== key) this.change({ sort: key, descending: falling });
    else if (descending === falling) this.change({ descending: !falling });
    else this.change({ sort: "", descending: false });
  }

  #controls() {
    const { state, run } = this;
    const at = (id) => document.getElementById(id);
    const arrange = () => this.list.arrange(this.state.list, at("topic-sort").value, at("topic-filter").value);
    const redraw = () => this.map?.recolour(this.#recolour());
    at("search").value = state.query;
    let waiting = 0;
    at("search").addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => this.change({ query: at("search").value }), SEARCH_DELAY);
    });
    for (const name of ["stability", ...run.columns.map((column) => column.name)]) {
      at("colour").append(element("option", { value: name }, name));
    }
    at("colour").value = state.colour;
    at("colour").addEventListener("change", () => {
      this.change({ colour: at("colour").value }, false);
      redraw();
    });
    at("noise").checked = state.noise;
    at("noise").addEventListener("change", () => {
      this.change({ noise: at("noise").checked });
      redraw();
    });
    const showStrictness = () => {
      const { strictness } = this.state;
      at("strictness").value = strictness ?? 0;
      at("strictness-value").value = strictness === null ? "off" : strictness.toFixed(2);
    };
    at("strictness").closest("label").hidden = !run.noise;
    showStrictness();
    at("strictness").addEventListener("input", () => {
      this.#setStrictness(Number(at("strictness").value) || null);
      showStrictness();
    });
    at("safe").checked = state.safe;
    at("safe").addEventListener("change", () => {
      this.change({ safe: at("safe").checked });
      redraw();
    });
    at("theme").addEventListener("click", () => {
      this.change({ theme: this.dark ? "light" : "dark" });
      redraw();
    });
    at("topic-sort").addEventListener("change", arrange);
    at("topic-filter").addEventListener("input", arrange);
    at("list").value = state.list;
    at("list").addEventListener("change", () => {
      this.change({ list: at("list").value }, false);
      arrange();
    });
    at("reset").addEventListener("click", () => this.#reset());
    at("back").addEventListener("click", () => this.#back());
    at("export").addEventListener("change", () => {
      this.export(at("export").value);
      at("export").value = "";
    });
    if (!this.columns.source.some((code) => fromBibtex(run.sources[code]))) {
      at("export").querySelector("[value=bib]").remove();
    }
    addEventListener("keydown", (event) => this.#key(event));
    addEventListener("hashchange", () => location.reload());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      redraw();
      this.#show();
    });
    arrange();
  }

  /** Move documents between noise and topics. */
  #setStrictness(strictness) {
    this.topicOf = topicsAt(this.columns, strictness);
    this.change({ strictness });
    this.map?.recolour(this.#recolour());
  }

  #key(event) {
    const typing = event.target.matches("input, select, textarea");
    if (event.key === "/" && !typing) {
      document.getElementById("search").focus();
      event.preventDefault();
    } else if (event.key === "Escape") {
      if (event.target.id === "search" && this.state.query) this.search("");
      else this.#back();
    }
  }

  /** From a document to its topic's panel, from there to the overview. */
  #back() {
    if (this.state.document) {
      this.change({ document: "" }, false);
      this.table.choose(null);
      this.#showDetails();
    } else if (this.state.topics.length) {
      this.change({ topics: [] });
    } else if (this.state.area.length) {
      this.map?.clearArea();
      this.change({ area: [] });
    }
  }

  #reset() {
    const { theme, safe, list, colour } = this.state;
    const start = { ...initialState(), theme, safe, list, colour };
    document.getElementById("search").value = "";
    document.getElementById("noise").checked = true;
    document.getElementById("strictness").value = 0;
    document.getElementById("strictness-value").value = "off";
    this.topicOf = topicsAt(this.columns, null);
    this.table.choose(null);
    this.map?.clearArea();
    this.map?.showAll();
    this.change(start);
    this.map?.recolour(this.#recolour());
  }

  async export(kind) {
    const records = [];
    for (const row of this.rows) records.push(await this.#record(row));
    const name = `${this.run.title}-${records.length}`;
    if (kind === "csv") save(`${name}.csv`, "text/csv", toCsv(records));
    if (kind === "json") save(`${name}.json`, "application/json", JSON.stringify(records, null, 1));
    if (kind === "bib") {
      const own = records.filter((record) => fromBibtex(record.source));
      save(`${name}.bib`, "application/x-bibtex", own.map(toBibtex).join("\n"));
    }
  }

  /** All that is known of a document, by name. */
  async #record(row) {
    const { run, columns } = this;
    const topic = this.topicOf[row];
    const full = await this.texts.of(row);
    const record = {
      id: columns.id[row],
      title: columns.title[row],
      text: full.text,
      topic,
      topic_name: topic === NOISE ? "" : run.topics[topic].label,
      strength: columns.strength[row],
      stability: columns.stability[row],
      nearest_topic: columns.nearest[row],
      margin: columns.margin[row],
      reason: run.reasons[columns.reason[row]],
      source: run.sources[columns.source[row]],
      links: full.links.join(" "),
    };
    run.columns.forEach((column, i) => {
      const value = columns.fields[i][row];
      record[column.name] = column.kind === "number" || value === null ? value : valueText(column, value);
    });
    run.long_fields.forEach((name, i) => {
      record[name] = full.fields[i];
    });
    return record;
  }

  // --- the beginning

  async start() {
    const colours = this.#recolour();
    if (this.map) await this.map.draw(colours, this.state.view);
    else document.body.classList.add("no-map");
    this.#show();
    const { document: id } = this.state;
    if (id) {
      this.table.choose(this.rowOf.get(id));
      this.table.reveal(this.rowOf.get(id));
    }
    document.body.dataset.ready = "map";
    await this.#readTexts();
    document.body.dataset.ready = "texts";
  }

  /** Take all texts up for the search, block by block; the page stays responsive meanwhile. */
  async #readTexts() {
    const { run, columns, index } = this;
    const status = document.getElementById("status");
    for (let number = 0; number < run.blocks; number++) {
      const documents = await block(`texts-${number}`);
      const first = number * run.block_size;
      const titles = columns.title.slice(first, first + documents.length);
      index.add(first, titles, documents.map(({ text }) => text));
      if (run.blocks > 4) status.value = `reading texts: ${Math.round((100 * (number + 1)) / run.blocks)} %`;
      await new Promise((resume) => setTimeout(resume));
    }
    status.value = "";
    if (this.hits) this.#show();
  }
}

async function open() {
  if (!("DecompressionStream" in window)) {
    document.getElementById("status").value = "This browser is too old for this page: it needs "
      + "DecompressionStream (Chromium 80, Firefox 113, Safari 16.4 or newer).";
    return;
  }
  const [run, columns] = await Promise.all([block("run"), block("columns")]);
  await new Explorer(run, columns).start();
}

open();
