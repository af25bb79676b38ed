// The controls in the page's head and above the list of topics, and the keys of the keyboard.

const SEARCH_DELAY = 120; // milliseconds without a key before the search begins

class Controls {
  constructor(view) {
    this.view = view;
    this.typing = 0;
    /** @type {(id: string) => HTMLInputElement} */
    this.at = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id));
    const { run, columns } = view;
    const single = run.columns.filter((column) => column.kind !== "list");
    for (const name of ["stability", ...single.map((column) => column.name)]) {
      this.at("colour").append(element("option", { value: name }, name));
    }
    this.at("noise-controls").hidden = !run.noise;
    if (!columns.source.some((code) => fromBibtex(run.sources[code]))) {
      this.at("export").querySelector("[value=bib]")?.remove();
    }
    this.#listen();
  }

  #listen() {
    const { at, view } = this;
    const on = (id, kind, action) => at(id).addEventListener(kind, action);
    on("search", "input", () => {
      clearTimeout(this.typing);
      this.typing = setTimeout(() => {
        this.typing = 0;
        view.change({ query: at("search").value });
      }, SEARCH_DELAY);
    });
    on("colour", "change", () => view.change({ colour: at("colour").value }));
    on("noise", "change", () => view.change({ noise: at("noise").checked }));
    on("strictness", "input", () => view.change({ strictness: Number(at("strictness").value) || null }));
    on("safe", "change", () => view.change({ safe: at("safe").checked }));
    on("theme", "click", () => view.change({ theme: view.dark ? "light" : "dark" }));
    on("list", "change", () => view.change({ list: at("list").value }));
    on("topic-sort", "change", () => view.arrangeTopics());
    on("topic-filter", "input", () => view.arrangeTopics());
    on("reset", "click", () => view.reset());
    on("back", "click", () => view.back());
    on("export", "change", () => {
      exportShown(at("export").value, view);
      at("export").value = "";
    });
    addEventListener("keydown", (event) => this.#key(event));
  }

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const typing = event.target.matches("input, select, textarea");
    if (event.key === "/" && !typing) {
      this.at("search").focus();
      event.preventDefault();
    } else if (event.key === "Escape") {
      if (event.target.id === "search" && this.view.state.query) this.view.search("");
      else this.view.back();
    }
  }

  /** Show a state; what is being typed stays. */
  show(state) {
    const { at } = this;
    if (!this.typing && at("search").value !== state.query) at("search").value = state.query;
    at("colour").value = state.colour;
    at("noise").checked = state.noise;
    at("strictness").value = String(state.strictness ?? 0);
    at("strictness-value").value = state.strictness === null ? "off" : state.strictness.toFixed(2);
    at("safe").checked = state.safe;
    at("list").value = state.list;
  }
}
