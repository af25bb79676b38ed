// The table of documents. Only the rows in sight are in the page, so that any number will do.

const ROW_HEIGHT = 58; // pixels; as in explorer.css
const SPARE_ROWS = 6;
const SNIPPET = 220;

class DocumentTable {
  /** `columns`: see tablecolumns.js; `on.choose(row)`, `on.sort(key)`. */
  constructor(place, columns, titles, texts, on) {
    this.columns = columns;
    this.titles = titles;
    this.texts = texts;
    this.on = on;
    this.rows = [];
    this.terms = [];
    this.chosen = null;
    this.head = element("div", { role: "row", class: "head", "aria-rowindex": "1" }, ...columns.map((c) => this.#heading(c)));
    this.body = element("div", { role: "rowgroup", class: "rows" });
    this.scroller = element("div", { class: "scroller", tabindex: "-1", role: "presentation" }, this.body);
    this.grid = element("div", { role: "grid", "aria-label": "Documents" }, this.head, this.scroller);
    const widths = (kept) => kept.map((c) => c.width).join(" ");
    this.grid.style.setProperty("--wide", widths(columns));
    this.grid.style.setProperty("--narrow", widths(columns.filter((c) => !c.wideOnly)));
    place.replaceChildren(this.grid);
    this.scroller.addEventListener("scroll", () => this.#fill());
    this.grid.addEventListener("keydown", (event) => this.#move(event));
    new ResizeObserver(() => this.#fill()).observe(this.scroller);
  }

  #heading(column) {
    const button = element("button", { type: "button", onclick: () => this.on.sort(column.key) },
      column.title);
    return element("div", { role: "columnheader", "data-key": column.key,
      class: column.wideOnly ? "wide-only" : "" }, button);
  }

  /** Show these rows of the data. */
  show(rows, terms, state) {
    const others = rows.length !== this.rows.length || rows.some((row, i) => row !== this.rows[i]);
    this.rows = rows;
    this.terms = terms;
    for (const heading of this.head.children) {
      const own = heading.dataset.key === state.sort;
      heading.setAttribute("aria-sort", own ? (state.descending ? "descending" : "ascending") : "none");
    }
    this.grid.setAttribute("aria-rowcount", String(rows.length + 1));
    this.body.style.height = `${rows.length * ROW_HEIGHT}px`;
    this.body.replaceChildren(...(rows.length ? [] : [element("p", { class: "none" }, "No document fits.")]));
    if (others) this.scroller.scrollTop = 0;
    this.#fill();
  }

  choose(row) {
    this.chosen = row;
    for (const made of this.body.querySelectorAll(".document")) {
      made.setAttribute("aria-selected", String(Number(made.dataset.row) === row));
    }
  }

  /** Bring a row into sight. */
  reveal(row) {
    const place = this.rows.indexOf(row);
    if (place < 0) return;
    const top = place * ROW_HEIGHT;
    const { scrollTop, clientHeight } = this.scroller;
    if (top < scrollTop || top + ROW_HEIGHT > scrollTop + clientHeight) {
      this.scroller.scrollTop = Math.max(0, top - clientHeight / 3);
    }
  }

  #fill() {
    const { scrollTop, clientHeight } = this.scroller;
    const first = Math.max(0, Math.floor(scrollTop / ROW_HEIGHT) - SPARE_ROWS);
    const last = Math.min(this.rows.length, Math.ceil((scrollTop + clientHeight) / ROW_HEIGHT) + SPARE_ROWS);
    const made = [...this.body.querySelectorAll(".document")];
    const there = new Map(made.map((own) => [Number(own.dataset.place), own]));
    for (const [place, made] of there) {
      if ((place < first || place >= last) && made !== document.activeElement) made.remove();
    }
    for (let place = first; place < last; place++) {
      if (!there.has(place)) this.body.append(this.#row(place));
    }
    this.#stop(Math.ceil(scrollTop / ROW_HEIGHT));
  }

  /** One row is a stop of the Tab key: the focused one, else the first in sight. */
  #stop(inSight) {
    const rows = [...this.body.querySelectorAll(".document")];
    const stop = rows.find((own) => own === document.activeElement)
      || rows.find((own) => Number(own.dataset.place) >= inSight);
    for (const own of rows) own.tabIndex = own === stop ? 0 : -1;
  }

  #row(place) {
    const row = this.rows[place];
    const made = element("div", {
      role: "row",
      class: "document",
      tabindex: "-1",
      "data-place": String(place),
      "data-row": String(row),
      "aria-rowindex": String(place + 2),
      "aria-selected": String(row === this.chosen),
      style: { top: `${place * ROW_HEIGHT}px` },
      onclick: () => this.on.choose(row),
    });
    for (const column of this.columns) {
      const cell = element("div", { role: "gridcell", class: column.wideOnly ? "wide-only" : "" });
      if (column.key === "title") this.#describe(cell, row);
      else cell.append(column.content(row));
      made.append(cell);
    }
    return made;
  }

  /** Title and excerpt: the beginning, or the text around a hit; it is added once its block is unpacked. */
  async #describe(cell, row) {
    const title = this.titles[row];
    const excerpt = element("span", { class: "excerpt", dir: "auto" });
    cell.append(element("strong", { dir: "auto" }, ...marked(title, this.terms)), excerpt);
    const terms = this.terms;
    const { text } = await this.texts.of(row);
    const start = title.replace(/ ?…$/, "");
    const rest = text.startsWith(start) && hitRanges(text.slice(start.length), terms).length === 0
      ? text.slice(start.length)
      : text;
    excerpt.append(...marked(snippet(rest.trim(), terms, SNIPPET), terms));
  }

  #move(event) {
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / ROW_HEIGHT) - 1);
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity,
      End: Infinity }[event.key];
    const focused = /** @type {HTMLElement | null} */ (document.activeElement?.closest?.(".document"));
    if (focused && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      this.on.choose(Number(focused.dataset.row));
      return;
    }
    if (!step || !this.rows.length) return;
    event.preventDefault();
    const from = focused ? Number(focused.dataset.place) : -1;
    const place = Math.min(this.rows.length - 1, Math.max(0, from + step));
    this.reveal(this.rows[place]);
    this.#fill();
    this.body.querySelector(`[data-place="${place}"]`).focus({ preventScroll: true });
  }
}
