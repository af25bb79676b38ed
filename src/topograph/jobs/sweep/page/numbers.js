// What the page computes: the Pareto front, scales, and order. No document, no events.

/**
 * Which points no other point dominates: none is as good by all measures and better by one.
 * A point without one of the values is not on the front.
 * @param {Point[]} points
 * @param {Measure[]} measures
 * @param {Iterable<number>} chosen measures that count
 * @returns {boolean[]}
 */
function paretoFront(points, measures, chosen) {
  const counted = [...chosen].filter((own) => measures[own].better !== "neither");
  const values = points.map(({ measures: own }) => {
    const row = counted.map((number) => own[number]);
    if (row.some((value) => value === null)) return null;
    return row.map((value, place) => (measures[counted[place]].better === "lower" ? -Number(value) : Number(value)));
  });
  return values.map((own) => own !== null && counted.length > 0 && !values.some((other) => other !== null && dominates(other, own)));
}

/**
 * @param {number[]} other
 * @param {number[]} own
 */
function dominates(other, own) {
  return other.every((value, place) => value >= own[place]) && other.some((value, place) => value > own[place]);
}

/**
 * The least and greatest of the values, apart from each other.
 * @param {(number | null)[]} values
 * @returns {[number, number]}
 */
function extent(values) {
  const known = /** @type {number[]} */ (values.filter((value) => value !== null));
  if (!known.length) return [0, 1];
  const low = known.reduce((a, b) => Math.min(a, b));
  const high = known.reduce((a, b) => Math.max(a, b));
  const space = low === high ? Math.abs(low) * 0.1 || 0.5 : 0;
  return [low - space, high + space];
}

/**
 * Round numbers between two ends, at most `most` of them.
 * @param {[number, number]} ends
 * @param {number} most
 * @param {boolean} [whole] whether the values are whole numbers
 */
function ticks([low, high], most, whole = false) {
  const rough = (high - low) / Math.max(most - 1, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const round = [1, 2, 5, 10].map((own) => own * power).find((own) => own >= rough * (1 - 1e-9)) || 10 * power;
  const step = whole ? Math.max(1, round) : round;
  const found = [];
  for (let number = Math.ceil(low / step - 1e-9); number * step <= high + step * 1e-9; number++) {
    found.push(Number((number * step).toPrecision(12)));
  }
  return found;
}

/**
 * Whether all known values are whole numbers.
 * @param {(number | null)[]} values
 */
function areWhole(values) {
  return values.every((value) => value === null || Number.isInteger(value));
}

/**
 * A value for people: whole numbers in full, others with three digits.
 * @param {number | null} value
 */
function valueText(value) {
  if (value === null) return "–";
  if (Number.isInteger(value)) return value.toLocaleString("en");
  return Math.abs(value) >= 100 ? value.toFixed(0) : Number(value.toPrecision(3)).toString();
}

/**
 * The order of the points by a column; missing values last either way.
 * @param {(number | null)[]} values
 * @param {boolean} down
 */
function order(values, down) {
  const rows = values.map((_, row) => row);
  return rows.sort((a, b) => {
    const one = values[a];
    const other = values[b];
    if (one === null || other === null) return Number(one === null) - Number(other === null) || a - b;
    return (down ? other - one : one - other) || a - b;
  });
}

/**
 * For each point, the place of each of its topics among the recurring ones.
 * @param {Recurring[]} topics
 * @param {number} points
 * @returns {number[][]}
 */
function recurringPlaces(topics, points) {
  /** @type {number[][]} */
  const places = Array.from({ length: points }, () => []);
  topics.forEach(({ found }, place) => found.forEach((topic, point) => {
    if (topic >= 0) places[point][topic] = place;
  }));
  return places;
}

/**
 * Into which topics of one partition the documents of another topic fall, the largest part first.
 * @param {number[]} partition
 * @param {Iterable<number>} rows
 * @returns {[number, number][]} topic and number of documents
 */
function parts(partition, rows) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const row of rows) counts.set(partition[row], (counts.get(partition[row]) || 0) + 1);
  return [...counts].sort((one, other) => other[1] - one[1] || one[0] - other[0]);
}
