// The page: every choice changes the state, and every view is updated from it.

/** Parts of the state that decide the colours, and which rows are shown; the others are details. */
const COLOUR_PARTS = ["colour", "noise", "safe", "strictness", "theme"];
const ROW_PARTS = ["query", "topics", "area", "fields", "sort", "descending", ...COLOUR_PARTS];

class Explorer {
  constructor(run, columns) {
    this.run = run;
    this.columns = columns;
    this.texts = new Texts(run.block_size, run.blocks);
    this.index = new SearchIndex(run.documents);
    this.rowOf = new Map(columns.id.map((id, row) => [id, row]));
    const { state, unknown } = stateFromHash(location.hash, run, (id) => this.rowOf.has(id));
    this.state = state;
    this.unknown = unknown;
    this.address = new Address();
    this.topicOf = topicsAt(columns, state.strictness);
    this.terms = [];
    this.hits = null;
    this.rows = [];
    this.waitingRows = undefined; // what the map has yet to follow
    this.newColours = undefined;
    const at = (id) => document.getElementById(id);
    const on = {
      topics: (topics, event) => this.chooseTopics(chosenTopics(this.state.topics, topics, event)),
      choose: (row) => this.chooseDocument(row),
      sort: (key) => this.#sort(key),
      area: (area) => this.change({ area }),
      view: (view) => this.change({ view }),
      hover: (row, x, y) => this.tooltip.show(row, x, y),
      isShown: (row) => this.state.noise || this.topicOf[row] !== NOISE,
    };
    this.tooltip = new Tooltip(at("tooltip"), this);
    this.panel = new Panel(at("panel"), this);
    this.list = new TopicList(at("topics"), run, on);
    this.tableColumns = tableColumns(this);
    this.table = new DocumentTable(at("table"), this.tableColumns, columns.title, this.texts, on);
    this.map = hasWebGL() ? new DocumentMap(at("map-area"), run, columns, on) : null;
    this.controls = new Controls(this);
    at("legend")?.addEventListener("fold", () => this.map?.placeMarks());
  }

  // --- what the views ask for

  get dark() {
    const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    return (this.state.theme || system) === "dark";
  }

  colourOf = (topic) => topicColour(this.run, topic, this.state, this.dark);

  nameOf(topic) {
    return topic === NOISE ? "no topic (noise)" : this.run.topics[topic].label;
  }

  chooseTopics(topics) {
    this.change({ topics, document: "" });
  }

  chooseDocument(row) {
    this.change({ document: this.columns.id[row] });
    this.table.reveal(row);
  }

  /** Keep the documents of a value or range, or let go of it; of each column one choice holds. */
  toggleField(field) {
    const others = this.state.fields.filter(([name]) => name !== field[0]);
    const chosen = this.state.fields.some((own) => sameField(own, field));
    this.change({ fields: chosen ? others : [...others, field] });
  }

  search(query) {
    this.change({ query });
  }

  arrangeTopics() {
    const value = (id) => /** @type {HTMLSelectElement} */ (document.getElementById(id)).value;
    this.list.arrange(this.state.list, value("topic-sort"), value("topic-filter"));
  }

  /** One step back: from a document to its topic's panel, from there to the overview. */
  back() {
    if (this.state.document) this.change({ document: "" });
    else if (this.state.topics.length) this.change({ topics: [] });
    else if (this.state.fields.length) this.change({ fields: [] });
    else if (this.state.area.length) this.change({ area: [] });
  }

  /** All documents, on the whole map. */
  reset() {
    const { theme, safe, list, colour, termView } = this.state;
    this.map?.showAll();
    this.change({ ...initialState(), theme, safe, list, colour, termView });
  }

  // --- from the state to the page

  /** Change parts of the state, and update what depends on them. */
  change(part) {
    const changed = Object.keys(part).filter((name) => part[name] !== this.state[name]);
    const touches = (parts) => parts.some((name) => changed.includes(name));
    Object.assign(this.state, part);
    this.address.write(stateToHash(this.state, this.run));
    this.controls.show(this.state);
    if (touches(["strictness"])) this.topicOf = topicsAt(this.columns, this.state.strictness);
    if (touches(COLOUR_PARTS)) this.newColours = this.#recolour();
    if (touches(["list"])) this.arrangeTopics();
    if (touches(["document"])) this.#choose();
    if (touches(ROW_PARTS)) this.#show();
    else if (touches(["document", "termView"])) this.#showDetails();
  }

  #show() {
    const { state, columns, run } = this;
    this.terms = parseQuery(state.query);
    this.hits = this.terms.length ? this.index.find(this.terms) : null;
    const { rows, counts } = shownRows(run, columns, this.topicOf, state, this.hits);
    const sort = this.tableColumns.find((column) => column.key === state.sort);
    this.rows = sort ? sortedRows(rows, sort.values(), state.descending) : rows;
    const still = this.hits && !this.index.complete ? " so far" : "";
    outputOf("count").value =
      `${countText(rows.length)} of ${countText(run.documents)} documents${still}`;
    this.list.update(counts, state.topics, this.colourOf);
    this.map?.labels.fade(topicCounts(rows, this.topicOf), state.topics);
    this.table.show(this.rows, this.terms, state);
    showChoices(document.getElementById("choices"), this);
    this.map?.placeMarks();
    this.#showDetails();
    this.#paint(rows.length < run.documents ? rows : null);
  }

  /** Let the opened document stand out in table and map. */
  #choose() {
    const row = this.rowOf.get(this.state.document) ?? null;
    this.table.choose(row);
    this.map?.choose(row);
  }

  /** The map follows when the lists are on the screen: with many documents it takes longer. */
  #paint(rows) {
    const first = this.waitingRows === undefined;
    this.waitingRows = rows;
    if (!this.map || !first) return;
    requestAnimationFrame(() =>
      setTimeout(() => {
        const [latest, colours] = [this.waitingRows, this.newColours];
        this.waitingRows = this.newColours = undefined;
        this.map?.paint(latest, colours, this.state.area);
      })
    );
  }

  #showDetails() {
    const { document: id, topics } = this.state;
    const chosen = Boolean(id || topics.length);
    const back = /** @type {HTMLElement} */ (document.getElementById("back"));
    const left = !chosen && document.activeElement === back;
    back.hidden = !chosen;
    document.body.classList.toggle("details", chosen);
    if (id) this.panel.document(this.rowOf.get(id));
    else if (topics.length) this.panel.topics(topics);
    else this.panel.overview();
    if (left) this.panel.focus();
  }

  /** Colour the page; returns a colour for each dot. */
  #recolour() {
    document.documentElement.dataset.theme = this.dark ? "dark" : "light";
    const { colours, legend } = documentColours(this.run, this.columns, this.topicOf, this.state, this.dark);
    showLegend(document.getElementById("legend"), this.state.colour, legend);
    this.map?.labels.recolour(this.state.colour === "topic" ? this.colourOf : () => "");
    return colours;
  }

  #sort(key) {
    const { sort, descending } = this.state;
    const falling = key === "strength" || key === "stability"; // the best first
    if (sort !== key) this.change({ sort: key, descending: falling });
    else if (descending === falling) this.change({ descending: !falling });
    else this.change({ sort: "", descending: false });
  }

  // --- the beginning

  #leaveMapOut() {
    document.body.classList.add("no-map");
    const area = /** @type {HTMLElement} */ (document.getElementById("map-area"));
    area.removeAttribute("tabindex");
    area.setAttribute("aria-label", "Map");
  }

  async start() {
    const status = outputOf("status");
    const colours = this.#recolour();
    this.controls.show(this.state);
    this.arrangeTopics();
    if (this.map) await this.map.draw(colours, this.state);
    else this.#leaveMapOut();
    this.#show();
    this.#choose();
    if (this.state.document) this.table.reveal(this.rowOf.get(this.state.document));
    addEventListener("hashchange", () => location.reload());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      this.newColours = this.#recolour();
      this.#show();
    });
    document.body.dataset.ready = "map";
    await readTexts(this.run, this.columns.title, this.index, (progress) => {
      status.value = progress;
    });
    if (this.unknown.length) status.value = `Not in this run: ${this.unknown.map((name) => cutText(name, 60)).join(", ")}.`;
    if (this.hits) this.#show();
    document.body.dataset.ready = "texts";
  }
}

async function openExplorer() {
  if (!("DecompressionStream" in window)) {
    outputOf("status").value = "This browser is too old for this page: it needs "
      + "DecompressionStream (Chromium 80, Firefox 113, Safari 16.4 or newer).";
    return;
  }
  const [run, columns] = await Promise.all([block("run"), block("columns")]);
  await new Explorer(run, columns).start();
}

openExplorer();
