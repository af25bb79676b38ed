// The map: one trace of plotly, a dot a document. Hovering, names and choosing are ours.

/** Whether the browser can draw the map. */
function hasWebGL() {
  const canvas = document.createElement("canvas");
  return Boolean(canvas.getContext("webgl"));
}

class DocumentMap {
  /**
   * `on` holds what is called when the user does something: `choose(row)`, `area(corners)`,
   * `view([x0, x1, y0, y1])`, `hover(row or null, x, y)`.
   */
  constructor(place, layer, run, columns, on) {
    this.place = place;
    this.columns = columns;
    this.run = run;
    this.on = on;
    this.labels = new MapLabels(layer, run);
  }

  async draw(colours, view) {
    const { run, columns } = this;
    const hidden = { visible: false, showgrid: false, zeroline: false };
    const trace = {
      type: "scattergl",
      mode: "markers",
      x: columns.x,
      y: columns.y,
      hoverinfo: "none", // shown by ourselves, as text
      marker: { size: run.dot_size, color: colours, opacity: 0.85 },
      selected: { marker: { opacity: 0.95 } },
      unselected: { marker: { opacity: 0.07 } },
    };
    const layout = {
      margin: { l: 0, r: 0, t: 0, b: 0 },
      xaxis: { ...hidden, ...(view.length ? { range: view.slice(0, 2) } : {}) },
      yaxis: { ...hidden, scaleanchor: "x", ...(view.length ? { range: view.slice(2) } : {}) },
      dragmode: "pan",
      hovermode: "closest",
      showlegend: false,
      paper_bgcolor: "rgba(0,0,0,0)",
      plot_bgcolor: "rgba(0,0,0,0)",
      modebar: { bgcolor: "rgba(0,0,0,0)" },
    };
    const config = { ...run.config, scrollZoom: true, displayModeBar: true };
    await Plotly.newPlot(this.place, [trace], layout, config);
    this.span = run.span;
    this.#hidePictures();
    this.#listen();
    this.#placeLabels();
  }

  #listen() {
    const { place, on } = this;
    place.on("plotly_click", (event) => on.choose(event.points[0].pointIndex));
    place.on("plotly_hover", ({ points: [point], event }) =>
      on.hover(point.pointIndex, event.clientX, event.clientY)
    );
    place.on("plotly_unhover", () => on.hover(null));
    place.on("plotly_selected", (event) => {
      if (event) on.area(DocumentMap.#corners(event));
    });
    place.on("plotly_deselect", () => on.area([]));
    place.on("plotly_afterplot", () => this.#hidePictures());
    place.on("plotly_relayouting", () => this.#placeLabels());
    place.on("plotly_relayout", (change) => {
      this.#placeLabels();
      if (Object.keys(change).some((key) => key.includes("axis"))) on.view(this.view());
    });
    new ResizeObserver(() => this.#placeLabels()).observe(place);
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

  /** The range that the map shows; empty if it is the whole. */
  view() {
    const { xaxis, yaxis } = this.place.layout;
    return xaxis.autorange ? [] : [...xaxis.range, ...yaxis.range];
  }

  #placeLabels() {
    const { xaxis, yaxis } = this.place._fullLayout;
    const [left, right] = xaxis.range;
    const { width, height } = this.place.getBoundingClientRect();
    this.labels.place({
      xOf: (x) => xaxis._offset + xaxis.l2p(x),
      yOf: (y) => yaxis._offset + yaxis.l2p(y),
      width,
      height,
      zoom: Math.max(1, this.span / Math.abs(right - left)),
    });
  }

  recolour(colours) {
    return Plotly.restyle(this.place, { "marker.color": [colours] }, [0]);
  }

  /** Let the dots of these rows stand out; null: all alike. */
  highlight(rows) {
    return Plotly.restyle(this.place, { selectedpoints: [rows] }, [0]);
  }

  /** Take plotly's outline of the last selection away. */
  clearArea() {
    return Plotly.relayout(this.place, { selections: [] });
  }

  showAll() {
    return Plotly.relayout(this.place, { "xaxis.autorange": true, "yaxis.autorange": true });
  }
}
