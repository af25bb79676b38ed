// What the colours mean, and what limits the documents shown: both stand on the map.

/** A legend of more lines stands in two columns. */
const LONG_LEGEND = 12;

/**
 * Fill the legend, which can be folded: `name` is what the colours are of, `legend` a list of
 * `{colour, label}`, or `{low, high, scale}` of a range.
 */
function showLegend(place, name, legend) {
  const lines = Array.isArray(legend)
    ? legend.map(({ colour, label }) => element("div", {}, colourDot(colour), element("bdi", {}, label)))
    : [legend.low, element("span", { class: "scale",
        style: { background: `linear-gradient(to right, ${legend.scale.join(", ")})` } }), legend.high];
  const open = place.querySelector("details")?.open ?? true;
  place.hidden = lines.length === 0;
  place.replaceChildren(element("details", { open, ontoggle: () => place.dispatchEvent(new Event("fold")) },
    element("summary", {}, element("bdi", {}, name)),
    element("div", { class: lines.length > LONG_LEGEND ? "lines long" : "lines" }, ...lines)));
}

/** A button for each choice that limits what is shown; it takes the choice back. */
function showChoices(place, view) {
  const { state } = view;
  const choices = state.topics.map((topic) => [view.nameOf(topic),
    () => view.chooseTopics(state.topics.filter((other) => other !== topic))]);
  for (const field of state.fields) {
    choices.push([fieldText(field, view.run), () => view.toggleField(field)]);
  }
  if (state.query.trim()) choices.push([`search: ${state.query}`, () => view.search("")]);
  if (state.area.length) choices.push(["area on the map", () => view.change({ area: [] })]);
  if (view.run.noise && !state.noise) choices.push(["without noise", () => view.change({ noise: true })]);
  place.hidden = choices.length === 0;
  place.replaceChildren(...choices.map(([text, onclick]) =>
    element("button", { type: "button", onclick, "aria-label": `Take back: ${text}` },
      element("bdi", {}, text), " ×")));
}

/** A choice of values as people read it. */
function fieldText([name, low, high], run) {
  if (high === undefined) return `${name}: ${low}`;
  const column = run.columns.find((one) => one.name === name);
  if (column.kind === "date") return `${name}: ${periodText(low, high)}`;
  const [from, to] = [valueText(column, low), valueText(column, high)];
  return `${name}: ${from === to ? from : `${from} to ${to}`}`;
}
