// The tooltip of the dot under the mouse.

/** Letters of an excerpt at most: a text without blanks is one long word. */
const EXCERPT_LENGTH = 400;

class Tooltip {
  constructor(place, view) {
    this.place = place;
    this.view = view;
    this.row = null;
  }

  /** Show what is known of a row at a point of the window; null: nothing. */
  async show(row, x, y) {
    this.row = row;
    this.place.hidden = row === null;
    if (row === null) return;
    const { columns, run, terms, texts } = this.view;
    const topic = this.view.topicOf[row];
    const reason = topic === NOISE ? `: ${run.reasons[columns.reason[row]]}` : "";
    const excerpt = element("p", { dir: "auto" });
    this.place.replaceChildren(
      element("strong", { dir: "auto" }, ...marked(columns.title[row], terms)),
      excerpt,
      element("small", {}, colourDot(this.view.colourOf(topic)), " ",
        element("bdi", {}, `${this.view.nameOf(topic)}${reason}`))
    );
    this.#settle(x, y);
    if (!run.hover_words) return;
    const { text } = await texts.of(row);
    if (this.row !== row) return;
    const words = text.slice(0, 100 * run.hover_words).split(/\s+/);
    const shown = cutText(words.slice(0, run.hover_words).join(" "), EXCERPT_LENGTH);
    excerpt.append(...marked(shown.length < text.trim().length ? `${shown} …` : shown, terms));
    this.#settle(x, y);
  }

  /** Beside the point, and inside the window. */
  #settle(x, y) {
    const { offsetWidth: width, offsetHeight: height, style } = this.place;
    const below = y + 14 + height < innerHeight;
    style.left = `${Math.max(4, Math.min(x + 14, innerWidth - width - 8))}px`;
    style.top = `${Math.max(4, below ? y + 14 : y - 14 - height)}px`;
  }
}
