// The colour of each document, and what the colours mean.

/** Cividis: light means more, and it reads alike with all kinds of colour vision. */
const SCALE = ["#00224e", "#123570", "#3b496c", "#575d6d", "#707173", "#8a8678", "#a59c74",
  "#c3b369", "#e1cc55", "#fee838"];
const INVISIBLE = "rgba(0,0,0,0)";

function channels(colour) {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
}

/** A colour between two, as #rrggbb. */
function mixed(one, two, share) {
  const other = channels(two);
  return `#${channels(one)
    .map((value, i) => Math.round(value + (other[i] - value) * share))
    .map((value) => value.toString(16).padStart(2, "0"))
    .join("")}`;
}

/** The colour at a place from 0 to 1 of the scale. */
function onScale(share) {
  const place = Math.min(1, Math.max(0, share)) * (SCALE.length - 1);
  const low = Math.min(Math.floor(place), SCALE.length - 2);
  return mixed(SCALE[low], SCALE[low + 1], place - low);
}

/** Dark dots on dark ground are lightened. */
function onGround(colour, dark) {
  return dark ? mixed(colour, "#ffffff", 0.3) : colour;
}

function topicColour(run, topic, state, dark) {
  const own = run.topics[topic];
  return onGround(own ? (state.safe ? own.safe_colour : own.colour) : run.noise_colour, dark);
}

/** The column of the data that a choice of colour names, or undefined. */
function columnNamed(run, columns, name) {
  if (name === "stability") return { kind: "number", values: columns.stability, range: [0, 1] };
  const place = run.columns.findIndex((column) => column.name === name && column.kind !== "list");
  if (place < 0) return undefined; // or one with several values per document, which a single colour cannot show
  return { ...run.columns[place], values: columns.fields[place] };
}

/**
 * A colour for each document, and the legend.
 * Returns `{colours, legend}`; the legend is a list of `{colour, label}`, or `{low, high}`.
 */
function documentColours(run, columns, topicOf, state, dark) {
  const column = columnNamed(run, columns, state.colour);
  const painted = column ? columnColours(column, run, state, dark) : undefined;
  const topics = run.topics.map((topic) => topicColour(run, topic.topic, state, dark));
  const noise = state.noise ? topicColour(run, NOISE, state, dark) : INVISIBLE;
  const colours = Array.from(topicOf, (topic, row) => {
    if (topic === NOISE && (!state.noise || !painted)) return noise;
    return painted ? painted.of(row) : topics[topic];
  });
  return { colours, legend: painted ? painted.legend : [] };
}

function columnColours(column, run, state, dark) {
  const missing = onGround(run.noise_colour, dark);
  if (column.kind === "category" && column.levels > 1) return levelColours(column, missing, dark);
  if (column.kind === "category") {
    // the most frequent values get a colour of their own, the rest is "other"
    const many = !state.safe && column.labels.length > run.few_colours.length;
    const palette = many ? run.many_colours : run.few_colours;
    const counts = column.labels.map(() => 0);
    for (const code of column.values) if (code !== null) counts[code]++;
    const order = counts.map((_, code) => code).sort((a, b) => counts[b] - counts[a] || a - b);
    const leading = order.slice(0, palette.length);
    const colourOf = new Map(
      leading.map((code, i) => [code, onGround(palette[i], dark)])
    );
    const legend = leading.map((code) => ({
      colour: colourOf.get(code),
      label: `${column.labels[code]} (${countText(counts[code])})`,
    }));
    const rest = column.values.length - leading.reduce((sum, code) => sum + counts[code], 0);
    if (rest) legend.push({ colour: missing, label: `other or none (${countText(rest)})` });
    return { of: (row) => colourOf.get(column.values[row]) || missing, legend };
  }
  const [low, high] = column.range || numberRange(column.values);
  if (low > high) return { of: () => missing, legend: [] };
  const [from, to] = [scaleValue(column, low), scaleValue(column, high)];
  const steps = Array.from({ length: 65 }, (_, i) => onGround(onScale(i / 64), dark));
  const step = (value) => (to > from ? Math.round((64 * (scaleValue(column, value) - from)) / (to - from)) : 32);
  return {
    of: (row) => (column.values[row] === null ? missing : steps[step(column.values[row])]),
    legend: { low: valueText(column, low), high: valueText(column, high),
      scale: SCALE.map((colour) => onGround(colour, dark)) },
  };
}

/** Levels on the scale, from low to high; what stands beside them is grey. */
function levelColours(column, missing, dark) {
  const { labels, levels, values } = column;
  const counts = labels.map(() => 0);
  for (const code of values) if (code !== null) counts[code]++;
  const colours = labels.map((_, code) =>
    (code < levels ? onGround(onScale(code / (levels - 1)), dark) : missing));
  const legend = labels.slice(0, levels).map((label, code) => ({
    colour: colours[code],
    label: `${label} (${countText(counts[code])})`,
  }));
  const rest = values.length - counts.slice(0, levels).reduce((sum, count) => sum + count, 0);
  if (rest) legend.push({ colour: missing, label: `other or none (${countText(rest)})` });
  return { of: (row) => colours[values[row]] || missing, legend };
}

/** A value on an even scale: of a date, years and their parts. */
function scaleValue(column, value) {
  if (column.kind !== "date") return value;
  const month = Math.max(1, Math.floor(value / 100) % 100);
  const day = Math.max(1, Math.floor(value) % 100);
  return Math.floor(value / 10000) + (month - 1 + (day - 1) / 31) / 12;
}

/** The lowest and the highest of the values that are there; without any, the lowest is the higher. */
function numberRange(values) {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value === null) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return [low, high];
}

/** A value of a column as people read it. */
function valueText(column, value) {
  if (value === null || value === undefined) return "";
  if (column.kind === "list") return value.map((code) => column.labels[code]).join("; ");
  if (column.kind === "category") return column.labels[value];
  if (column.kind === "date") return dateText(value);
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(4)));
}

/** What a date that is not a day names, by the tenths of its number: see `date_column` in Python. */
const DATE_MARKS = { 7: "season", 8: "quarter", 9: "week" };
const SEASON_NAMES = { 3: "spring", 6: "summer", 9: "autumn", 12: "winter" };

function dateMark(value) {
  return DATE_MARKS[Math.round((value - Math.floor(value)) * 10)];
}

/** A date, kept as a number: yyyymmdd.hhmmss, with 00 for a month or day that is not known. */
function dateText(value) {
  const whole = Math.floor(value);
  const digits = String(whole).padStart(8, "0");
  const parts = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8)];
  const month = Number(parts[1]);
  const mark = dateMark(value);
  if (mark === "season") return `${parts[0]} ${SEASON_NAMES[month] || parts[1]}`;
  if (mark === "quarter") return `${parts[0]}-Q${Math.ceil(month / 3)}`;
  if (mark === "week") return weekText(...parts.map(Number));
  const day = parts.filter((part, i) => i === 0 || part !== "00").join("-");
  const time = String(Math.round((value - whole) * 1e6)).padStart(6, "0");
  if (time === "000000") return day;
  const clock = [time.slice(0, 2), time.slice(2, 4), time.slice(4, 6)];
  return `${day} ${clock.slice(0, clock[2] === "00" ? 2 : 3).join(":")}`;
}

/** The week of a Monday by ISO 8601: it belongs to the year of its Thursday. */
function weekText(year, month, day) {
  const thursday = new Date(Date.UTC(year, month - 1, day + 3));
  const first = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  const week = Math.floor((thursday.getTime() - first) / (7 * 24 * 60 * 60 * 1000)) + 1;
  return `${thursday.getUTCFullYear()}-W${String(week).padStart(2, "0")}`;
}
