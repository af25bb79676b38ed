// The names on the map: those of groups of topics from afar, those of topics from near, and never one
// over another.

/** Room that a name takes on the map, in square pixels, with some air around it. */
const NAME_AREA = 14000;
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

/** Of boxes `{left, top, width, height}` in order of importance, those that overlap none before. */
function withoutOverlap(boxes) {
  const kept = [];
  for (const box of boxes) {
    const free = kept.every(
      (other) =>
        box.left >= other.left + other.width ||
        other.left >= box.left + box.width ||
        box.top >= other.top + other.height ||
        other.top >= box.top + box.height
    );
    if (free) kept.push(box);
  }
  return kept;
}

class MapLabels {
  constructor(layer, run) {
    this.layer = layer;
    this.run = run;
    this.known = new Map();
    this.counts = null;
  }

  /** Let the names of topics without a document among those shown step back. */
  fade(counts) {
    this.counts = counts;
    for (const [node, name] of this.known) this.#fadeName(node, name);
  }

  #fadeName(node, { made }) {
    const empty = this.counts && topicsBelow(node).every((topic) => !this.counts.get(topic));
    made.classList.toggle("faint", Boolean(empty));
  }

  /** Show the names for what the map shows: `xOf` and `yOf` give pixels, `zoom` is 1 at first. */
  place({ xOf, yOf, width, height, zoom }) {
    const { topics, hierarchy } = this.run;
    const count = Math.max(10, ((width * height) / NAME_AREA) * zoom ** 1.5);
    const nodes = cutOfTree(hierarchy, topics.length <= FEW_TOPICS ? Infinity : count);
    nodes.sort((a, b) => b.size - a.size);
    const boxes = [];
    for (const node of nodes) {
      const name = this.#name(node);
      const [x, y] = [xOf(name.x), yOf(name.y)];
      if (x < 0 || y < 0 || x > width || y > height) continue;
      // a name may slip a little to stay on the map
      const left = Math.min(Math.max(x - name.width / 2, 0), width - name.width);
      const top = Math.min(Math.max(y - name.height / 2, 0), height - name.height);
      boxes.push({ left, top, width: name.width, height: name.height, name });
    }
    const kept = new Set(withoutOverlap(boxes));
    for (const name of this.known.values()) name.made.hidden = true;
    for (const box of kept) {
      box.name.made.hidden = false;
      box.name.made.style.transform = `translate(${box.left}px, ${box.top}px)`;
    }
  }

  #name(node) {
    if (!this.known.has(node)) {
      const made = element("span", { class: node.children ? "group" : "" }, node.label);
      this.layer.append(made);
      const place = placeOfNode(node, this.run.topics);
      this.known.set(node, { made, ...place, width: made.offsetWidth, height: made.offsetHeight });
      this.#fadeName(node, this.known.get(node));
    }
    return this.known.get(node);
  }
}
