// Specification curves: the estimate of a claim at every point, sorted, above the values of the keys.

const CURVE = { left: 150, right: 12, top: 8, height: 130, row: 13 };

/**
 * The points of a claim in the order of their estimates; those without one come last.
 * @param {Claim} claim
 */
function curveOrder(claim) {
  return order(claim.estimates.map(([value]) => value), false);
}

/**
 * @param {Sweep} sweep
 * @param {Claim} claim
 * @param {(point: number, second: boolean) => void} choose
 */
function specificationCurve(sweep, claim, choose) {
  const points = curveOrder(claim);
  const rows = sweep.axes.flatMap((axis, number) => axis.values.map((value, rank) => ({ axis, number, value, rank })));
  const width = Math.max(WIDTH, CURVE.left + CURVE.right + 9 * points.length);
  const bottom = CURVE.top + CURVE.height;
  const height = bottom + 18 + CURVE.row * rows.length + 6;
  const known = claim.estimates.flat().filter((value) => value !== null);
  const ends = extent([...known, 0]);
  const x = (/** @type {number} */ place) =>
    CURVE.left + ((place + 0.5) * (width - CURVE.left - CURVE.right)) / points.length;
  const y = (/** @type {number} */ value) => bottom - ((value - ends[0]) / (ends[1] - ends[0])) * CURVE.height;
  const drawing = svg("svg", {
    viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": `${claim.name}: ${claim.summary}`,
    style: `min-width: ${Math.min(width, 900)}px; max-width: ${1.2 * width}px`,
  });
  for (const tick of ticks(ends, 5)) {
    drawing.append(
      svg("line", { class: tick === 0 ? "zero" : "grid", x1: CURVE.left, x2: width - CURVE.right, y1: y(tick), y2: y(tick) }),
      svg("text", { x: CURVE.left - 6, y: y(tick) + 4, "text-anchor": "end" }, valueText(tick)),
    );
  }
  rows.forEach(({ axis, value, rank }, row) => {
    const up = bottom + 26 + row * CURVE.row;
    drawing.append(svg("text", { x: CURVE.left - 6, y: up + 4, "text-anchor": "end", class: rank ? "" : "axis" },
      rank ? value : `${axis.key.split(".").pop()} ${value}`));
  });
  points.forEach((point, place) => {
    const [value, low, high] = claim.estimates[point];
    const holds = claim.holds[point];
    const kind = holds === null ? "open" : holds ? "holds" : "fails";
    const estimate = value === null ? claim.reasons[point] : valueText(value) + (low === null ? "" : ` (${valueText(low)} to ${valueText(high)})`);
    const says = `${describe(sweep, point)}\n${claim.topics[point] ? `topic: ${claim.topics[point]}\n` : ""}${kind === "open" ? "not computable" : kind}: ${estimate}`;
    const group = svg("g", {
      class: `estimate ${kind}`, tabindex: 0, role: "button", "aria-label": says,
      onclick: (/** @type {MouseEvent} */ event) => choose(point, event.shiftKey),
    }, svg("title", {}, says));
    if (value !== null) {
      if (low !== null && high !== null) group.append(svg("line", { x1: x(place), x2: x(place), y1: y(low), y2: y(high) }));
      group.append(svg("circle", { cx: x(place), cy: y(value), r: 3 }));
    }
    rows.forEach(({ number, rank }, row) => {
      if (sweep.points[point].ranks[number] !== rank) return;
      group.append(svg("rect", { x: x(place) - 2, y: bottom + 22 + row * CURVE.row, width: 4, height: 8 }));
    });
    drawing.append(group);
  });
  return drawing;
}

/**
 * All claims with their curves.
 * @param {Sweep} sweep
 * @param {(point: number, second: boolean) => void} choose
 */
function claimFigures(sweep, choose) {
  return sweep.claims.map((claim) => html("figure", {},
    html("figcaption", {}, html("strong", {}, html("bdi", {}, claim.name)), ` (${claim.says}): ${claim.summary}.`),
    html("div", { class: "wide" }, specificationCurve(sweep, claim, choose))));
}
