// Which documents are shown, in which order.

/**
 * Whether a point lies inside a polygon, by the number of its edges to the right.
 * @param {number} x
 * @param {number} y
 * @param {[number, number][]} corners
 * @returns {boolean}
 */
function inside(x, y, corners) {
  let odd = false;
  for (let i = 0, j = corners.length - 1; i < corners.length; j = i++) {
    const [xi, yi] = corners[i];
    const [xj, yj] = corners[j];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) odd = !odd;
  }
  return odd;
}

/**
 * The topic of each document when noise joins its nearest topic if at least 1 - `strictness` of its
 * neighbourhood is there, as the setting cluster.strictness has it; null: as the run has it.
 * @param {Columns} columns
 * @param {number | null} strictness
 * @returns {Int32Array}
 */
function topicsAt(columns, strictness) {
  const topics = Int32Array.from(columns.topic);
  if (strictness === null) return topics;
  for (let row = 0; row < topics.length; row++) {
    const joins = topics[row] === NOISE && columns.nearest[row] !== NOISE;
    if (joins && columns.share[row] >= 1 - strictness - 1e-9) topics[row] = columns.nearest[row];
  }
  return topics;
}

/**
 * A function that returns whether a row has the value, or lies in the range, of a choice.
 * @param {Field} field
 * @param {Run} run
 * @param {Columns} columns
 * @returns {(row: number) => boolean}
 */
function fieldTest([name, low, high], run, columns) {
  const place = run.columns.findIndex((column) => column.name === name);
  /** @type {any[]} */
  const values = columns.fields[place];
  const { kind, labels } = run.columns[place];
  if (kind === "category" || kind === "list") {
    const code = labels.indexOf(String(low));
    return (row) => valuesOf(values[row]).includes(code);
  }
  return (row) => values[row] !== null && values[row] >= low && values[row] <= Number(high);
}

/**
 * The rows that all choices keep, and how many documents of each topic all other choices keep:
 * `{rows, counts}`. `hits` marks what the search found, null without a search; `topicOf` holds the
 * topic of each document.
 * @param {Run} run
 * @param {Columns} columns
 * @param {ArrayLike<number>} topicOf
 * @param {State} state
 * @param {ArrayLike<number> | null} hits
 * @returns {{ rows: number[], counts: Map<number, number> }}
 */
function shownRows(run, columns, topicOf, state, hits) {
  const chosen = new Set(state.topics);
  const tests = state.fields.map((field) => fieldTest(field, run, columns));
  const rows = [];
  const counts = new Map();
  for (let row = 0; row < topicOf.length; row++) {
    const topic = topicOf[row];
    if (!state.noise && topic === NOISE) continue;
    if (hits && !hits[row]) continue;
    if (state.area.length && !inside(columns.x[row], columns.y[row], state.area)) continue;
    if (!tests.every((test) => test(row))) continue;
    counts.set(topic, (counts.get(topic) || 0) + 1);
    if (!chosen.size || chosen.has(topic)) rows.push(row);
  }
  return { rows, counts };
}

/**
 * Rows in the order of a column; what has no value comes last, equals keep their order.
 * @param {number[]} rows
 * @param {(number | null)[] | (string | null)[]} values
 * @param {boolean} descending
 * @returns {number[]}
 */
function sortedRows(rows, values, descending) {
  const sign = descending ? -1 : 1;
  const text = rows.some((row) => typeof values[row] === "string");
  /** @type {(one: any, two: any) => number} */
  const compare = text ? new Intl.Collator(undefined, { numeric: true }).compare : (a, b) => a - b;
  return [...rows].sort((a, b) => {
    const [one, two] = [values[a], values[b]];
    if (one === null || two === null) return Number(one === null) - Number(two === null) || a - b;
    return sign * compare(one, two) || a - b;
  });
}

/**
 * How many of the rows belong to each topic.
 * @param {number[]} rows
 * @param {ArrayLike<number>} topicOf
 * @returns {Map<number, number>}
 */
function topicCounts(rows, topicOf) {
  const counts = new Map();
  for (const row of rows) counts.set(topicOf[row], (counts.get(topicOf[row]) || 0) + 1);
  return counts;
}

/**
 * Whether two choices of values are the same.
 * @param {Field} one
 * @param {Field} other
 * @returns {boolean}
 */
function sameField(one, other) {
  return one.length === other.length && one.every((part, i) => part === other[i]);
}
