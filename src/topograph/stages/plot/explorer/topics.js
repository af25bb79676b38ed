// The list of topics and their tree.

/** The choice of topics after some were clicked: these alone, or with Ctrl or Shift with the others. */
function chosenTopics(before, clicked, event) {
  const chosen = new Set(before);
  const all = clicked.every((topic) => chosen.has(topic));
  if (!event.ctrlKey && !event.metaKey && !event.shiftKey) {
    return all && chosen.size === clicked.length ? [] : [...clicked].sort((a, b) => a - b);
  }
  for (const topic of clicked) all ? chosen.delete(topic) : chosen.add(topic);
  return [...chosen].sort((a, b) => a - b);
}

class TopicList {
  /** `on.topics(numbers, event)` is called when topics are clicked. */
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
    place.addEventListener("keydown", (event) => this.#fold(event));
  }

  /** The elements of a topic. */
  #buttonOf(topic) {
    const own = this.buttons.get(topic);
    if (!own) throw new Error(`no topic ${topic}`);
    return own;
  }

  #button(topic) {
    const count = element("span", { class: "count" });
    const dot = element("span", { class: "dot" });
    const own = element(
      "button",
      { type: "button", onclick: (event) => this.on.topics([topic.topic], event) },
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
      { type: "button", class: "group", onclick: (event) => {
        event.preventDefault(); // a click on a summary folds
        this.on.topics(below, event);
      } },
      element("bdi", {}, node.label),
      element("span", { class: "count" }, countText(node.size))
    );
    this.groups.push({ own, below });
    const inner = element("ul", {}, ...node.children.map((child) => this.#branch(child, depth + 1)));
    return element("li", {}, element("details", { open: depth < 3 }, element("summary", { tabindex: "-1" }, own), inner));
  }

  /** Left and right fold a group of the tree and open it. */
  #fold(event) {
    const group = event.target.closest(".group")?.closest("details");
    const open = { ArrowRight: true, ArrowLeft: false }[event.key];
    if (!group || open === undefined || group.open === open) return;
    group.open = open;
    event.preventDefault();
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
        leaf.append(this.#buttonOf(topic).own);
      }
      this.place.replaceChildren(element("ul", { class: "tree" }, this.tree));
      oneTabStop(this.place, "button");
      return;
    }
    const orders = {
      size: (a, b) => Number(a.topic === NOISE) - Number(b.topic === NOISE) || b.size - a.size || a.topic - b.topic,
      name: (a, b) => a.label.localeCompare(b.label),
      stability: (a, b) => (b.stability ?? -1) - (a.stability ?? -1) || a.topic - b.topic,
    };
    kept.sort(orders[sort]);
    for (const topic of kept) {
      const { item, own } = this.#buttonOf(topic.topic);
      item.append(own);
    }
    this.list.replaceChildren(...kept.map((topic) => this.#buttonOf(topic.topic).item));
    this.place.replaceChildren(kept.length ? this.list : element("p", { class: "quiet" }, "No topic has these words."));
    oneTabStop(this.place, "button");
  }

  /** Show how many documents of each topic the other choices leave, and which topics are chosen. */
  update(counts, chosen, colourOf) {
    for (const [topic, { own, count, dot }] of this.buttons) {
      const left = counts.get(topic) || 0;
      count.textContent = countText(left);
      dot.style.background = colourOf(topic);
      own.setAttribute("aria-pressed", String(chosen.includes(topic)));
      own.classList.toggle("empty", left === 0);
    }
    for (const { own, below } of this.groups) {
      own.setAttribute("aria-pressed", String(below.every((topic) => chosen.includes(topic))));
    }
  }
}
