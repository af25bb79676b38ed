// The list of topics and their tree.

class TopicList {
  /** `on.topics(numbers)` is called when topics are chosen. */
  constructor(place, run, on) {
    this.place = place;
    this.run = run;
    this.on = on;
    this.entries = [...run.topics];
    if (run.noise) {
      this.entries.push({ topic: NOISE, label: "no topic (noise)", size: run.noise, terms: [],
        stability: null });
    }
    this.buttons = new Map(this.entries.map((topic) => [topic.topic, this.#button(topic)]));
    this.groups = [];
    this.tree = run.topics.length > 1 ? this.#branch(run.hierarchy, 0) : null;
    this.list = element("ul");
    place.addEventListener("keydown", (event) => this.#move(event));
  }

  #button(topic) {
    const count = element("span", { class: "count" });
    const dot = element("span", { class: "dot" });
    const own = element(
      "button",
      { type: "button", onclick: (event) => this.#choose([topic.topic], event) },
      dot,
      element("bdi", { class: "name" }, topic.label),
      count,
      element("small", {}, element("bdi", {}, topic.terms.slice(0, 6).join(", ")))
    );
    if (topic.stability !== null) {
      own.append(bar(topic.stability, `stability ${topic.stability.toFixed(2)}`));
    }
    return { own, count, dot, item: element("li", {}, own) };
  }

  /** A node of the tree; topics stand in it as in the list. */
  #branch(node, depth) {
    if (!node.children) return element("li", { "data-topic": node.topic });
    const below = topicsBelow(node);
    const own = element(
      "button",
      { type: "button", class: "group", onclick: (event) => this.#choose(below, event) },
      element("bdi", {}, node.label),
      element("span", { class: "count" }, String(node.size))
    );
    this.groups.push({ own, below });
    const inner = element("ul", {}, ...node.children.map((child) => this.#branch(child, depth + 1)));
    return element("li", {}, element("details", { open: depth < 3 }, element("summary", {}, own), inner));
  }

  /** Choose topics, or add them to the choice with Ctrl or Shift; again: no choice. */
  #choose(topics, event) {
    event.preventDefault(); // in a summary: do not fold
    const before = new Set(this.chosen);
    const all = topics.every((topic) => before.has(topic));
    if (event.ctrlKey || event.metaKey || event.shiftKey) {
      for (const topic of topics) all ? before.delete(topic) : before.add(topic);
      this.on.topics([...before].sort((a, b) => a - b));
    } else {
      this.on.topics(all && before.size === topics.length ? [] : [...topics].sort((a, b) => a - b));
    }
  }

  #move(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const shown = [...this.place.querySelectorAll("button")].filter((own) => own.offsetParent);
    const next = shown[shown.indexOf(document.activeElement) + step];
    if (next) {
      next.focus();
      event.preventDefault();
    }
  }

  /** Put the list or the tree in place, with what the filter keeps, in the order asked for. */
  arrange(kind, sort, filter) {
    const words = folded(filter).split(" ").filter(Boolean);
    const kept = this.entries.filter((topic) => {
      const text = folded(`${topic.label} ${topic.terms.join(" ")}`);
      return words.every((word) => text.includes(word));
    });
    if (kind === "tree" && this.tree) {
      const keep = new Set(kept.map((topic) => topic.topic));
      for (const leaf of this.tree.querySelectorAll("li[data-topic]")) {
        const topic = Number(leaf.dataset.topic);
        leaf.hidden = !keep.has(topic);
        leaf.append(this.buttons.get(topic).own);
      }
      this.place.replaceChildren(element("ul", { class: "tree" }, this.tree));
      return;
    }
    const orders = {
      size: (a, b) => (a.topic === NOISE) - (b.topic === NOISE) || b.size - a.size || a.topic - b.topic,
      name: (a, b) => a.label.localeCompare(b.label),
      stability: (a, b) => (b.stability ?? -1) - (a.stability ?? -1) || a.topic - b.topic,
    };
    kept.sort(orders[sort]);
    for (const topic of kept) {
      const { item, own } = this.buttons.get(topic.topic);
      item.append(own);
    }
    this.list.replaceChildren(...kept.map((topic) => this.buttons.get(topic.topic).item));
    this.place.replaceChildren(this.list);
  }

  /** Show how many documents of each topic are left, and which topics are chosen. */
  update(counts, chosen, colourOf) {
    this.chosen = chosen;
    for (const [topic, { own, count, dot }] of this.buttons) {
      const left = counts.get(topic) || 0;
      count.textContent = String(left);
      dot.style.background = colourOf(topic);
      own.setAttribute("aria-pressed", String(chosen.includes(topic)));
      own.classList.toggle("empty", left === 0);
    }
    for (const { own, below } of this.groups) {
      own.setAttribute("aria-pressed", String(below.every((topic) => chosen.includes(topic))));
    }
  }
}
