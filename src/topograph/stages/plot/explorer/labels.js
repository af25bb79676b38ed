// The names on the map: those of groups of topics from afar, those of topics from near, and never one
// over another.

/** Room that a name takes on the map, in square pixels, with some air around it. */
const NAME_AREA = 11000;
const FEW_TOPICS = 24;

/** The nodes of the tree when its `count` deepest joints are opened, topics first. */
function cutOfTree(root, count) {
  const nodes = [root];
  while (nodes.length < count) {
    let widest = -1;
    nodes.forEach((node, i) => {
      if (node.children && (widest < 0 || node.height > nodes[widest].height)) widest = i;
    });
    if (widest < 0) break;
    nodes.splice(widest, 1, ...nodes[widest].children);
  }
  return nodes;
}

/** The topics below a node. */
function topicsBelow(node) {
  return node.children ? node.children.flatMap(topicsBelow) : [node.topic];
}

/** The nodes of single topics, by topic. */
function leavesOf(node) {
  if (!node.children) return new Map([[node.topic, node]]);
  return new Map(node.children.flatMap((child) => [...leavesOf(child)]));
}

/** Where a group's name stands: at that topic of its own that is nearest to its middle. */
function placeOfNode(node, topics) {
  const own = topicsBelow(node).map((topic) => topics[topic]);
  const weight = own.reduce((sum, topic) => sum + topic.size, 0);
  const x = own.reduce((sum, topic) => sum + topic.x * topic.size, 0) / weight;
  const y = own.reduce((sum, topic) => sum + topic.y * topic.size, 0) / weight;
  const far = (topic) => (topic.x - x) ** 2 + (topic.y - y) ** 2;
  const nearest = own.reduce((best, topic) => (far(topic) < far(best) ? topic : best));
  return { x: nearest.x, y: nearest.y };
}

/** Whether two boxes `{left, top, width, height}` overlap. */
function overlap(one, other) {
  return (
    one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height
  );
}

/** Where a name may stand, in its widths and heights from its topic: there, above, below, beside. */
const PLACES = [[0, 0], [0, -0.6], [0, 0.6], [0, -1], [0, 1], [0.6, 0], [-0.6, 0], [0.5, -0.8],
  [-0.5, -0.8], [0.5, 0.8], [-0.5, 0.8]];

/**
 * Boxes for names `{x, y, width, height}` in order of importance, none over another nor over what is
 * `taken`, all inside the map; a name without room gets null.
 */
function placeNames(names, taken, width, height) {
  const kept = [...taken];
  return names.map((name) => {
    for (const [right, down] of PLACES) {
      const left = name.x + (right - 0.5) * name.width;
      const top = name.y + (down - 0.5) * name.height;
      const box = {
        left: Math.min(Math.max(left, 0), width - name.width),
        top: Math.min(Math.max(top, 0), height - name.height),
        width: name.width,
        height: name.height,
      };
      if (kept.some((other) => overlap(box, other))) continue;
      kept.push(box);
      return box;
    }
    return null;
  });
}

class MapLabels {
  constructor(layer, run) {
    this.layer = layer;
    this.run = run;
    this.known = new Map();
    this.boxes = []; // of the names in sight: [node, box]
    this.counts = null;
    this.chosen = [];
    this.leaves = leavesOf(run.hierarchy);
    this.largest = run.topics.reduce((high, { size }) => Math.max(high, size), 1);
    /** @type {(topic: number) => string} */
    this.colourOf = () => "";
  }

  /** Let the names of topics without a document among those shown step back; `chosen` ones come first. */
  fade(counts, chosen) {
    this.counts = counts;
    this.chosen = chosen.filter((topic) => topic !== NOISE);
    for (const [node, name] of this.known) this.#fadeName(node, name);
  }

  #fadeName(node, { made }) {
    const empty = this.counts && topicsBelow(node).every((topic) => !this.counts.get(topic));
    made.classList.toggle("faint", Boolean(empty));
  }

  /** Give the names of topics a colour: `colourOf(topic)`, empty for that of the page's text. */
  recolour(colourOf) {
    this.colourOf = colourOf;
    for (const [node, name] of this.known) this.#colourName(node, name);
  }

  #colourName(node, { made }) {
    made.style.setProperty("--own", (!node.children && this.colourOf(node.topic)) || "var(--ink)");
  }

  /**
   * Show the names for what the map shows: `xOf` and `yOf` give pixels, `zoom` is 1 at first, `taken`
   * are boxes that must stay free.
   */
  place({ xOf, yOf, width, height, zoom, taken }) {
    const { topics, hierarchy } = this.run;
    const count = Math.max(10, ((width * height) / NAME_AREA) * zoom ** 1.5);
    const nodes = cutOfTree(hierarchy, topics.length <= FEW_TOPICS ? Infinity : count);
    const own = this.chosen.map((topic) => this.leaves.get(topic));
    const others = nodes.filter((node) => !own.includes(node)).sort((a, b) => b.size - a.size);
    const names = [];
    for (const node of [...own, ...others]) {
      const name = this.#name(node);
      const [x, y] = [xOf(name.x), yOf(name.y)];
      if (x < 0 || y < 0 || x > width || y > height) continue;
      names.push({ x, y, width: name.width, height: name.height, node, made: name.made });
    }
    const boxes = placeNames(names, taken, width, height);
    this.boxes = [];
    for (const { made } of this.known.values()) made.hidden = true;
    names.forEach(({ node, made }, i) => {
      const box = boxes[i];
      if (!box) return;
      made.hidden = false;
      made.style.transform = `translate(${box.left}px, ${box.top}px)`;
      this.boxes.push([node, box]);
    });
  }

  /** The topics whose name stands at a place of the map, or undefined. */
  topicsAt(x, y) {
    const found = this.boxes.find(([, box]) =>
      overlap(box, { left: x, top: y, width: 0, height: 0 }));
    return found && topicsBelow(found[0]);
  }

  #name(node) {
    if (!this.known.has(node)) {
      // larger topics have larger names
      const fontSize = `${(9.5 + 3 * Math.sqrt(Math.min(1, node.size / this.largest))).toFixed(1)}px`;
      const made = element("span", { class: node.children ? "group" : "", style: { fontSize } }, node.label);
      this.layer.append(made);
      const place = placeOfNode(node, this.run.topics);
      const name = { made, ...place, width: made.offsetWidth, height: made.offsetHeight };
      this.known.set(node, name);
      this.#fadeName(node, name);
      this.#colourName(node, name);
    }
    return this.known.get(node);
  }
}
