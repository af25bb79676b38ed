// Drawings: points by two measures, parallel coordinates, means by value.

const WIDTH = 640;
const HEIGHT = 360;
const EDGE = { left: 56, right: 14, top: 12, bottom: 44 };
/** Light to dark, alike for all kinds of colour vision (viridis without its lightest part). */
const STEPS = ["#440154", "#46327e", "#365c8d", "#277f8e", "#1fa187", "#4ac16d", "#a0da39"];

/**
 * The colour of a rank among so many.
 * @param {number} rank
 * @param {number} count
 */
function rankColour(rank, count) {
  return STEPS[count < 2 ? 0 : Math.round((rank / (count - 1)) * (STEPS.length - 1))];
}

/** @param {Sweep} sweep @param {number} measure */
function column(sweep, measure) {
  return sweep.points.map((point) => point.measures[measure]);
}

/**
 * All points by two measures, those of the front ringed and joined.
 * @param {Sweep} sweep
 * @param {Choice} chosen
 * @param {boolean[]} front
 * @param {(point: number, second: boolean) => void} choose
 */
function scatter(sweep, chosen, front, choose) {
  const [xs, ys] = [column(sweep, chosen.x), column(sweep, chosen.y)];
  const [xEnds, yEnds] = [extent(xs), extent(ys)];
  const x = (/** @type {number} */ value) =>
    EDGE.left + 8 + ((value - xEnds[0]) / (xEnds[1] - xEnds[0])) * (WIDTH - EDGE.left - EDGE.right - 16);
  const y = (/** @type {number} */ value) =>
    HEIGHT - EDGE.bottom - 8 - ((value - yEnds[0]) / (yEnds[1] - yEnds[0])) * (HEIGHT - EDGE.top - EDGE.bottom - 16);
  const drawing = svg("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "group",
    "aria-label": `Points by ${sweep.measures[chosen.x].name} and ${sweep.measures[chosen.y].name}`,
  });
  for (const tick of ticks(xEnds, 7, areWhole(xs))) {
    drawing.append(
      svg("line", { class: "grid", x1: x(tick), x2: x(tick), y1: EDGE.top, y2: HEIGHT - EDGE.bottom }),
      svg("text", { x: x(tick), y: HEIGHT - EDGE.bottom + 16, "text-anchor": "middle" }, valueText(tick)),
    );
  }
  for (const tick of ticks(yEnds, 6, areWhole(ys))) {
    drawing.append(
      svg("line", { class: "grid", x1: EDGE.left, x2: WIDTH - EDGE.right, y1: y(tick), y2: y(tick) }),
      svg("text", { x: EDGE.left - 6, y: y(tick) + 4, "text-anchor": "end" }, valueText(tick)),
    );
  }
  drawing.append(
    svg("text", { x: (EDGE.left + WIDTH) / 2, y: HEIGHT - 6, "text-anchor": "middle", class: "axis" }, nameOf(sweep.measures[chosen.x])),
    svg("text", {
      x: -(HEIGHT - EDGE.bottom) / 2, y: 13, transform: "rotate(-90)", "text-anchor": "middle", class: "axis",
    }, nameOf(sweep.measures[chosen.y])),
  );
  sweep.points.forEach((point, number) => {
    const [own, other] = [xs[number], ys[number]];
    if (own === null || other === null) return;
    const kinds = ["point", front[number] ? "front" : "", number === chosen.first ? "first" : "", number === chosen.second ? "second" : ""];
    drawing.append(
      svg("circle", {
        class: kinds.join(" "), cx: x(own), cy: y(other), r: front[number] ? 7 : 5, tabindex: 0, role: "button",
        fill: sweep.axes.length ? rankColour(point.ranks[0], sweep.axes[0].values.length) : STEPS[0],
        "aria-label": describe(sweep, number),
        onclick: (/** @type {MouseEvent} */ event) => choose(number, event.shiftKey),
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            choose(number, event.shiftKey);
          }
        },
      }, svg("title", {}, describe(sweep, number))),
    );
  });
  return drawing;
}

/** @param {Measure} measure */
function nameOf(measure) {
  const arrow = { higher: " ↑", lower: " ↓", neither: "" }[measure.better];
  return measure.name.replaceAll("_", " ") + arrow;
}

/**
 * A point in words.
 * @param {Sweep} sweep
 * @param {number} number
 */
function describe(sweep, number) {
  const point = sweep.points[number];
  const keys = sweep.axes.map((axis, own) => `${axis.key}: ${axis.values[point.ranks[own]]}`);
  return [`Point ${point.id}`, ...keys].join("\n");
}

/**
 * Parallel coordinates: keys, then the measures of the front; a line for each point.
 * @param {Sweep} sweep
 * @param {Choice} chosen
 * @param {boolean[]} front
 * @param {(point: number, second: boolean) => void} choose
 */
function parallel(sweep, chosen, front, choose) {
  const measures = [...chosen.front];
  const columns = [
    ...sweep.axes.map((axis, number) => ({
      name: axis.key,
      places: sweep.points.map((point) => point.ranks[number] / Math.max(axis.values.length - 1, 1)),
      low: axis.values[0], high: axis.values[axis.values.length - 1],
    })),
    ...measures.map((number) => {
      const values = column(sweep, number);
      const ends = extent(values);
      return {
        name: nameOf(sweep.measures[number]),
        places: values.map((value) => (value === null ? null : (value - ends[0]) / (ends[1] - ends[0]))),
        low: valueText(ends[0]), high: valueText(ends[1]),
      };
    }),
  ];
  const width = Math.max(WIDTH, 110 * columns.length + 70);
  const x = (/** @type {number} */ number) => 90 + (number * (width - 180)) / Math.max(columns.length - 1, 1);
  const y = (/** @type {number} */ share) => 250 - share * 190;
  const drawing = svg("svg", { viewBox: `0 0 ${width} 290`, role: "group", "aria-label": "Parallel coordinates of all points", style: `min-width: ${width * 0.8}px` });
  const lines = order(front.map((own, number) => Number(own) + 2 * Number(number === chosen.second) + 4 * Number(number === chosen.first)), false);
  for (const number of lines) {
    const path = columns
      .map(({ places }, at) => [x(at), places[number]])
      .filter(([, share]) => share !== null)
      .map(([across, share], at) => `${at ? "L" : "M"}${across},${y(Number(share))}`)
      .join("");
    const kinds = ["line", front[number] ? "front" : "", number === chosen.first ? "first" : "", number === chosen.second ? "second" : ""];
    drawing.append(
      svg("path", { class: kinds.join(" "), d: path, onclick: (/** @type {MouseEvent} */ event) => choose(number, event.shiftKey) },
        svg("title", {}, describe(sweep, number))),
    );
  }
  columns.forEach(({ name, low, high }, number) => {
    drawing.append(
      svg("line", { class: "rule", x1: x(number), x2: x(number), y1: y(0), y2: y(1) }),
      svg("text", { x: x(number), y: y(1) - 10, "text-anchor": "middle" }, high),
      svg("text", { x: x(number), y: y(0) + 16, "text-anchor": "middle" }, low),
      svg("text", { x: x(number), y: number % 2 ? 18 : 34, "text-anchor": "middle", class: "axis" }, name),
    );
  });
  return drawing;
}

/**
 * A small drawing of a measure's mean at each value of a key.
 * @param {(number | null)[]} means
 * @param {[number, number]} ends
 * @param {string} says
 */
function means(means, ends, says) {
  const across = (/** @type {number} */ at) => 4 + (at * 82) / Math.max(means.length - 1, 1);
  const up = (/** @type {number} */ value) => 24 - ((value - ends[0]) / (ends[1] - ends[0])) * 20;
  const known = means.flatMap((value, at) => (value === null ? [] : [[across(at), up(value)]]));
  return svg("svg", { viewBox: "0 0 90 28", class: "means", role: "img", "aria-label": says },
    svg("title", {}, says),
    svg("path", { class: "mean", d: known.map(([a, b], at) => `${at ? "L" : "M"}${a},${b}`).join("") }),
    ...known.map(([a, b]) => svg("circle", { cx: a, cy: b, r: 2 })));
}
