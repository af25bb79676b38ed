// The map: one trace of plotly, one dot per document. Hovering, names and selection are our own.

/** Dots grow with the zoom to this power, up to so many times their size. */
const GROWTH = 0.35;
const LARGEST = 2.5;
const CLICK = 4; // pixels that a click may stray
/** What keys do to the map: how far it moves, as a share of its size, and how it grows. */
const MOVES = { ArrowLeft: [-0.2, 0, 1], ArrowRight: [0.2, 0, 1], ArrowUp: [0, 0.2, 1],
  ArrowDown: [0, -0.2, 1], "+": [0, 0, 0.7], "-": [0, 0, 1 / 0.7] };

/** Whether the browser can draw the map. */
function hasWebGL() {
  const canvas = document.createElement("canvas");
  return Boolean(canvas.getContext("webgl"));
}

class DocumentMap {
  /**
   * `on` holds what is called when the user does something: `choose(row)`, `topics(numbers, event)`,
   * `area(corners)`, `view([x0, x1, y0, y1])`, `hover(row or null, x, y)`; `isShown(row)` returns
   * whether a dot can be seen.
   */
  constructor(area, run, columns, on) {
    this.area = area;
    this.place = area.querySelector("#map");
    this.columns = columns;
    this.run = run;
    this.on = on;
    this.size = run.dot_size;
    this.hovered = null;
    this.chosen = null;
    this.here = area.querySelector("#here");
    this.labels = new MapLabels(area.querySelector("#names"), run);
  }

  async draw(colours, { view, area }) {
    const { run, columns } = this;
    const hidden = { visible: false, showgrid: false, zeroline: false };
    const trace = {
      type: "scattergl",
      mode: "markers",
      x: columns.x,
      y: columns.y,
      hoverinfo: "none", // shown by ourselves, as text
      marker: { size: this.size, color: colours, opacity: 0.85 },
      selected: { marker: { opacity: 0.95 } },
      unselected: { marker: { opacity: 0.07 } },
    };
    this.outlined = area;
    const layout = {
      margin: { l: 0, r: 0, t: 0, b: 0 },
      xaxis: { ...hidden, ...(view.length ? { range: view.slice(0, 2) } : {}) },
      yaxis: { ...hidden, scaleanchor: "x", ...(view.length ? { range: view.slice(2) } : {}) },
      dragmode: "pan",
      hovermode: "closest",
      showlegend: false,
      shapes: DocumentMap.#outline(area),
      paper_bgcolor: "rgba(0,0,0,0)",
      plot_bgcolor: "rgba(0,0,0,0)",
      modebar: { bgcolor: "rgba(0,0,0,0)" },
    };
    const config = { ...run.config, scrollZoom: true, displayModeBar: true };
    await Plotly.newPlot(this.place, [trace], layout, config);
    this.#hidePictures();
    this.#listen();
    this.#follow();
  }

  #listen() {
    const { place, on } = this;
    const seen = (event) => (on.isShown(event.points[0].pointIndex) ? event.points[0].pointIndex : null);
    place.on("plotly_click", (event) => {
      if (seen(event) !== null) on.choose(seen(event));
    });
    place.on("plotly_hover", (event) => {
      this.hovered = seen(event);
      on.hover(this.hovered, event.event.clientX, event.event.clientY);
    });
    place.on("plotly_unhover", () => {
      this.hovered = null;
      on.hover(null);
    });
    place.on("plotly_selected", (event) => {
      if (!event) return;
      const corners = DocumentMap.#corners(event);
      Plotly.relayout(place, { selections: [] }).then(() => on.area(corners));
    });
    place.on("plotly_deselect", () => on.area([]));
    place.on("plotly_afterplot", () => this.#hidePictures());
    place.on("plotly_relayouting", () => this.placeMarks());
    place.on("plotly_relayout", (change) => {
      if (Object.keys(change).some((key) => key.includes("axis"))) {
        on.view(this.view());
        this.#follow();
      } else {
        this.placeMarks();
      }
    });
    new ResizeObserver(() => this.placeMarks()).observe(place);
    this.#listenToNames();
    this.area.addEventListener("keydown", (event) => {
      const move = MOVES[event.key];
      if (!move || event.target !== this.area || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      this.#move(...move);
    });
  }

  /** Move what is shown by shares of its width and height, and scale it about its middle. */
  #move(right, up, scale) {
    const { xaxis, yaxis } = this.place._fullLayout;
    const moved = ({ range: [low, high] }, share) => {
      const middle = (low + high) / 2 + share * (high - low);
      const half = (scale * (high - low)) / 2;
      return [middle - half, middle + half];
    };
    return Plotly.relayout(this.place, {
      "xaxis.range": moved(xaxis, right), "yaxis.range": moved(yaxis, up),
    });
  }

  /** A click on a name chooses its topics; plotly knows of its dots only. */
  #listenToNames() {
    let from = null;
    const named = (event) => {
      const { left, top } = this.place.getBoundingClientRect();
      const bar = event.target.closest(".modebar, button");
      return this.hovered === null && !bar
        ? this.labels.topicsAt(event.clientX - left, event.clientY - top)
        : undefined;
    };
    this.area.addEventListener("pointerdown", (event) => {
      from = event;
    }, true);
    this.area.addEventListener("pointermove", (event) => {
      this.area.classList.toggle("on-name", !event.buttons && named(event) !== undefined);
    });
    addEventListener("pointerup", (event) => {
      const begun = from;
      from = null;
      if (!begun || Math.hypot(event.clientX - begun.clientX, event.clientY - begun.clientY) > CLICK) return;
      const topics = named(begun);
      if (topics) this.on.topics(topics, event);
    }, true);
  }

  /** Screen readers pass over plotly's drawings; its buttons have names of their own. */
  #hidePictures() {
    for (const picture of document.querySelectorAll("#map svg, #js-plotly-tester")) {
      picture.setAttribute("aria-hidden", "true");
    }
  }

  static #corners({ lassoPoints, range }) {
    if (lassoPoints) return lassoPoints.x.map((x, i) => [x, lassoPoints.y[i]]);
    if (!range) return [];
    const [[x0, x1], [y0, y1]] = [range.x, range.y];
    return [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];
  }

  /**
   * An area as a shape of plotly. Its own outline of a selection would not do: plotly then chooses the dots
   * inside again whenever it draws, whatever else is chosen.
   */
  static #outline(area) {
    if (!area.length) return [];
    const path = area.map(([x, y], i) => `${i ? "L" : "M"}${x},${y}`).join("");
    return [{ type: "path", path: `${path}Z`, xref: "x", yref: "y",
      line: { width: 1.5, dash: "dot", color: "#888" } }];
  }

  /** The range that the map shows; empty if it is the whole. */
  view() {
    const { xaxis, yaxis } = this.place.layout;
    return xaxis.autorange ? [] : [...xaxis.range, ...yaxis.range];
  }

  /** How many times larger than at first things are; never below 1. */
  get zoom() {
    const [left, right] = this.place._fullLayout.xaxis.range;
    return Math.max(1, this.run.span / Math.abs(right - left));
  }

  /** After a change of what the map shows: names at once, larger dots when it rests. */
  #follow() {
    this.placeMarks();
    const size = this.run.dot_size * Math.min(LARGEST, this.zoom ** GROWTH);
    clearTimeout(this.growing);
    if (Math.abs(size / this.size - 1) < 0.2) return;
    this.growing = setTimeout(() => {
      this.size = size;
      Plotly.restyle(this.place, { "marker.size": size }, [0]);
    }, 200);
  }

  /** Mark the dot of a row; null: of none. */
  choose(row) {
    this.chosen = row;
    this.placeMarks();
  }

  /** Put names, and the mark of the chosen dot, where they belong now. */
  placeMarks() {
    const { xaxis, yaxis } = this.place._fullLayout;
    const { left, top, width, height } = this.place.getBoundingClientRect();
    const taken = [...this.area.querySelectorAll("#legend, #choices, .modebar")]
      .map((own) => own.getBoundingClientRect())
      .map((own) => ({ left: own.left - left, top: own.top - top, width: own.width, height: own.height }))
      .filter((own) => own.width > 0);
    const xOf = (x) => xaxis._offset + xaxis.l2p(x);
    const yOf = (y) => yaxis._offset + yaxis.l2p(y);
    const { chosen, columns } = this;
    this.here.hidden = chosen === null;
    if (chosen !== null) {
      this.here.style.transform = `translate(${xOf(columns.x[chosen])}px, ${yOf(columns.y[chosen])}px)`;
    }
    this.labels.place({
      xOf,
      yOf,
      width,
      height,
      zoom: this.zoom,
      taken,
    });
  }

  /**
   * Let the dots of these rows stand out, null: all alike; give all dots new colours, if there are; draw
   * the outline of the chosen area.
   */
  paint(rows, colours, area) {
    const recoloured = colours ? { "marker.color": [colours] } : {};
    const dots = { selectedpoints: [rows], ...recoloured };
    if (area === this.outlined) return Plotly.restyle(this.place, dots, [0]);
    this.outlined = area;
    return Plotly.update(this.place, dots, { shapes: DocumentMap.#outline(area) }, [0]);
  }

  showAll() {
    return Plotly.relayout(this.place, { "xaxis.autorange": true, "yaxis.autorange": true });
  }
}
