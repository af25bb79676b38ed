// How documents spread over values, ranges and time. Nothing here touches the page.

const TIME_BARS = 40;
const NUMBER_BARS = 20;

/**
 * The values of a document in a column: none, one, or those of a list.
 * @param {number | number[] | null} value
 * @returns {number[]}
 */
function valuesOf(value) {
  if (value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/**
 * Counts of a column's values among rows: a list of `{label, count, all}`, in their order if they have
 * one, else the most frequent first.
 * @param {Pick<Column, "labels" | "levels">} column
 * @param {(number | number[] | null)[]} values
 * @param {number[]} rows
 * @returns {{ label: string, count: number, all: number }[]}
 */
function valueCounts(column, values, rows) {
  const all = column.labels.map(() => 0);
  const own = column.labels.map(() => 0);
  for (const value of values) for (const code of valuesOf(value)) all[code]++;
  for (const row of rows) for (const code of valuesOf(values[row])) own[code]++;
  const place = (code) => (code < (column.levels || 0) ? code : Infinity);
  return column.labels
    .map((label, code) => ({ label, code, count: own[code], all: all[code] }))
    .filter(({ count }) => count)
    .sort((a, b) => (place(a.code) === place(b.code) ? b.count - a.count : place(a.code) - place(b.code))
      || a.label.localeCompare(b.label))
    .map(({ label, count, all: every }) => ({ label, count, all: every }));
}

/**
 * Count documents into bars `{label, low, high, count, all}`; `place` gives the bar of a value.
 * @param {ValueRange[]} ranges
 * @param {number[]} values
 * @param {number[]} rows
 * @param {(value: number) => number} place
 * @returns {Bar[]}
 */
function counted(ranges, values, rows, place) {
  const bars = ranges.map((own) => ({ ...own, count: 0, all: 0 }));
  for (const value of values) if (value !== null) bars[place(value)].all++;
  for (const row of rows) if (values[row] !== null) bars[place(values[row])].count++;
  return bars;
}

const twoDigits = (number) => String(number).padStart(2, "0");
// a date without its month counts for January
const monthNumber = (date) => Math.floor(date / 10000) * 12 + Math.max(1, Math.floor(date / 100) % 100) - 1;
const monthBegin = (n) => Math.floor(n / 12) * 10000 + (n % 12 ? ((n % 12) + 1) * 100 : 0);
const DAY = 24 * 60 * 60 * 1000;

/** Kinds of periods: the number of a date's period, a period's name, and where it begins. */
const PERIODS = {
  year: { of: (date) => Math.floor(date / 10000), name: String, begin: (n) => n * 10000 },
  quarter: {
    of: (date) => Math.floor(monthNumber(date) / 3),
    name: (n) => `${Math.floor(n / 4)}-Q${(n % 4) + 1}`,
    begin: (n) => monthBegin(3 * n),
  },
  month: {
    of: monthNumber,
    name: (n) => `${Math.floor(n / 12)}-${twoDigits((n % 12) + 1)}`,
    begin: monthBegin,
  },
  day: {
    of: (date) => Date.UTC(Math.floor(date / 10000), (Math.floor(date / 100) % 100) - 1, Math.floor(date) % 100) / DAY,
    name: (n) => new Date(n * DAY).toISOString().slice(0, 10),
    begin: (n) => Number(new Date(n * DAY).toISOString().slice(0, 10).replaceAll("-", "")),
  },
};

/**
 * The kind of periods for dates from `low` to `high`, as fine as most of them are known.
 * @param {number[]} values
 * @param {number} low
 * @param {number} high
 * @returns {"year" | "quarter" | "month" | "day"}
 */
function periodKind(values, low, high) {
  if (PERIODS.year.of(high) - PERIODS.year.of(low) >= 3) return "year";
  const dates = values.filter((value) => value !== null);
  if (dates.every((date) => Math.floor(date) % 100) && PERIODS.day.of(high) - PERIODS.day.of(low) < TIME_BARS) {
    return "day";
  }
  const quarters = dates.filter((date) => ["quarter", "season"].includes(dateMark(date)));
  return quarters.length > dates.length / 2 ? "quarter" : "month";
}

/**
 * Documents by period: bars without gaps, of days, months, years or longer spans; dates as numbers.
 * @param {number[]} values
 * @param {number[]} rows
 * @returns {Bar[]}
 */
function periodCounts(values, rows) {
  const [low, high] = numberRange(values);
  if (low > high) return [];
  const kind = periodKind(values, low, high);
  const { of, name, begin } = PERIODS[kind];
  const years = [Math.floor(low / 10000), Math.floor(high / 10000)];
  // if years are divided into months or quarters, the first and the last year are complete
  const parts = { month: 12, quarter: 4 }[kind];
  const [from, to] = parts ? [years[0] * parts, years[1] * parts + parts - 1] : [of(low), of(high)];
  const span = Math.ceil((to - from + 1) / TIME_BARS);
  const bars = Array.from({ length: Math.ceil((to - from + 1) / span) }, (_, i) => {
    const start = from + i * span;
    const end = Math.min(to, start + span - 1);
    const label = span > 1 ? `${name(start)} to ${name(end)}` : name(start);
    return { label, low: begin(start), high: kind === "day" ? begin(end) + 0.9999999 : begin(end + 1) - 1 };
  });
  return counted(bars, values, rows, (value) => Math.floor((of(value) - from) / span));
}

/**
 * The name of a period of `periodCounts`: of whole years, of months or of days.
 * @param {number} low
 * @param {number} high
 * @returns {string}
 */
function periodText(low, high) {
  const [first, last] = [Math.floor(low / 10000), Math.floor(high / 10000)];
  const years = low % 10000 === 0 && high % 10000 === 9999;
  const month = (date) => twoDigits(Math.min(12, Math.max(1, Math.floor(date / 100) % 100)));
  let [from, to] = years ? [`${first}`, `${last}`] : [`${first}-${month(low)}`, `${last}-${month(high)}`];
  if (low % 100 && low % 100 <= 31) [from, to] = [dateText(Math.floor(low)), dateText(Math.floor(high))];
  return from === to ? from : `${from} to ${to}`;
}

/**
 * Documents by ranges of a number: bars of equal width, one a value where these are few and whole.
 * @param {Column} column
 * @param {number[]} values
 * @param {number[]} rows
 * @returns {Bar[]}
 */
function rangeCounts(column, values, rows) {
  const [low, high] = numberRange(values);
  if (low > high) return [];
  const whole = values.every((value) => value === null || Number.isInteger(value));
  if (whole && high - low < NUMBER_BARS) {
    const bars = Array.from({ length: high - low + 1 }, (_, i) => {
      return { label: String(low + i), low: low + i, high: low + i };
    });
    return counted(bars, values, rows, (value) => value - low);
  }
  if (low === high) return [];
  const width = (high - low) / NUMBER_BARS;
  const place = (value) => Math.min(NUMBER_BARS - 1, Math.floor((value - low) / width));
  const bars = Array.from({ length: NUMBER_BARS }, () => ({ label: "", low: Infinity, high: -Infinity }));
  for (const value of values) {
    if (value === null) continue;
    const bar = bars[place(value)]; // from the smallest to the largest value that is in it
    bar.low = Math.min(bar.low, value);
    bar.high = Math.max(bar.high, value);
  }
  bars.forEach((bar, i) => {
    if (bar.low > bar.high) bar.low = bar.high = low + (i + 0.5) * width;
    bar.label = `${valueText(column, bar.low)} to ${valueText(column, bar.high)}`;
  });
  return counted(bars, values, rows, place);
}
