// The maps of two points side by side; documents chosen in one are marked in both.

const COLOURS = ["#d22d78", "#2d8796", "#f0b42d", "#4b2d96", "#5aa52d", "#f09669", "#8787ff", "#960000",
  "#78d2f0", "#87783c", "#e196ff", "#00693c", "#f06978", "#2d3c69", "#a5d296", "#965a00", "#8769b4", "#4bb487"];
const NO_TOPIC = "#b8b8b8";
const MARGIN = 10;
const REACH = 12;

/** One map. */
class TopicMap {
  /**
   * @param {HTMLElement} around
   * @param {Sweep} sweep
   * @param {(rows: Set<number>) => void} choose
   */
  constructor(around, sweep, choose) {
    this.sweep = sweep;
    this.number = 0;
    // a topic has the same colour at all points at which it was found
    this.places = recurringPlaces(sweep.topics, sweep.points.length);
    /** @type {Set<number>} */
    this.rows = new Set();
    this.canvas = /** @type {HTMLCanvasElement} */ (html("canvas", { tabindex: 0, role: "img" }));
    this.caption = html("p", { class: "quiet" });
    around.replaceChildren(this.canvas, this.caption);
    this.canvas.addEventListener("click", (event) => {
      const row = this.nearest(event);
      choose(row < 0 ? new Set() : this.topicOf(row));
    });
    this.canvas.addEventListener("pointermove", (event) => {
      const row = this.nearest(event);
      this.canvas.title = row < 0 ? "" : `${sweep.titles[row]}\n${this.topicName(sweep.partitions[this.number][row])}`;
    });
    new ResizeObserver(() => this.draw()).observe(this.canvas);
  }

  /** @param {number} topic */
  topicName(topic) {
    return topic < 0 ? "no topic" : this.sweep.points[this.number].labels[topic];
  }

  /** @param {number} row */
  topicOf(row) {
    const own = this.sweep.partitions[this.number];
    return new Set(own.flatMap((topic, at) => (topic === own[row] ? [at] : [])));
  }

  /** @param {number} row @returns {[number, number]} */
  at(row) {
    const [xs, ys] = this.sweep.maps[this.sweep.points[this.number].map];
    const { clientWidth, clientHeight } = this.canvas;
    return [MARGIN + xs[row] * (clientWidth - 2 * MARGIN), clientHeight - MARGIN - ys[row] * (clientHeight - 2 * MARGIN)];
  }

  /** The document under the pointer, or -1. @param {MouseEvent} event */
  nearest(event) {
    let [best, least] = [-1, REACH ** 2];
    for (let row = 0; row < this.sweep.titles.length; row++) {
      const [x, y] = this.at(row);
      const distance = (x - event.offsetX) ** 2 + (y - event.offsetY) ** 2;
      if (distance < least) [best, least] = [row, distance];
    }
    return best;
  }

  /**
   * @param {number} number the point
   * @param {Set<number>} rows
   */
  show(number, rows) {
    this.number = number;
    this.rows = rows;
    const own = this.sweep.points[number];
    this.canvas.setAttribute("aria-label", `Map of point ${own.id}, ${own.labels.length} topics`);
    const found = rows.size
      ? parts(this.sweep.partitions[number], rows).slice(0, 4).map(([topic, count]) => `${this.topicName(topic)} (${count})`)
      : [];
    this.caption.textContent = rows.size
      ? `${rows.size.toLocaleString("en")} chosen documents: ${found.join(", ")}`
      : `${own.labels.length} ${own.labels.length === 1 ? "topic" : "topics"}. Click a document to choose its topic.`;
    this.draw();
  }

  draw() {
    const ratio = window.devicePixelRatio || 1;
    const { clientWidth, clientHeight } = this.canvas;
    if (!clientWidth) return;
    this.canvas.width = clientWidth * ratio;
    this.canvas.height = clientHeight * ratio;
    const pen = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    pen.scale(ratio, ratio);
    const partition = this.sweep.partitions[this.number];
    const size = this.sweep.titles.length > 2000 ? 1.5 : this.sweep.titles.length > 300 ? 3 : 5;
    for (const marked of [false, true]) {
      partition.forEach((topic, row) => {
        if (this.rows.has(row) !== marked) return;
        const [x, y] = this.at(row);
        pen.globalAlpha = this.rows.size && !marked ? 0.15 : 0.85;
        pen.fillStyle = topic < 0 ? NO_TOPIC : COLOURS[this.places[this.number][topic] % COLOURS.length];
        pen.beginPath();
        pen.arc(x, y, marked ? size + 1 : size, 0, 2 * Math.PI);
        pen.fill();
      });
    }
  }
}
