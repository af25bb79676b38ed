// How documents spread over values, ranges and time. Nothing here touches the page.

const TIME_BARS = 40;
const NUMBER_BARS = 20;

/** Counts of a column's values among rows: a list of `{label, count, all}`, the most frequent first. */
function valueCounts(column, values, rows) {
  const all = new Map();
  const own = new Map();
  for (const value of values) if (value !== null) all.set(value, (all.get(value) || 0) + 1);
  for (const row of rows) {
    if (values[row] !== null) own.set(values[row], (own.get(values[row]) || 0) + 1);
  }
  return [...own]
    .map(([value, count]) => ({ label: valueText(column, value), count, all: all.get(value) }))
    .sort((a, b) => b.count - a.count || a.label.localeCompare(b.label));
}

/** Count documents into bars `{label, low, high, count, all}`; `place` gives the bar of a value. */
function counted(bars, values, rows, place) {
  for (const bar of bars) Object.assign(bar, { count: 0, all: 0 });
  for (const value of values) if (value !== null) bars[place(value)].all++;
  for (const row of rows) if (values[row] !== null) bars[place(values[row])].count++;
  return bars;
}

/** Documents by period: bars without gaps, of months, years or longer spans; dates as yyyymmdd. */
function periodCounts(values, rows) {
  const [low, high] = numberRange(values);
  if (low > high) return [];
  const [first, last] = [Math.floor(low / 10000), Math.floor(high / 10000)];
  const monthly = last - first < 3;
  const unit = (value) => {
    const year = Math.floor(value / 10000);
    return monthly ? year * 12 + Math.max(1, Math.floor(value / 100) % 100) - 1 : year;
  };
  const [from, to] = monthly ? [first * 12, last * 12 + 11] : [first, last];
  const span = Math.ceil((to - from + 1) / TIME_BARS);
  const name = (n) => (monthly ? `${Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, "0")}` : String(n));
  // a date without its month counts for January
  const begin = (n) => (monthly ? Math.floor(n / 12) * 10000 + (n % 12 ? ((n % 12) + 1) * 100 : 0) : n * 10000);
  const bars = Array.from({ length: Math.ceil((to - from + 1) / span) }, (_, i) => {
    const start = from + i * span;
    const end = Math.min(to, start + span - 1);
    const label = span > 1 ? `${name(start)} to ${name(end)}` : name(start);
    return { label, low: begin(start), high: begin(end + 1) - 1 };
  });
  return counted(bars, values, rows, (value) => Math.floor((unit(value) - from) / span));
}

/** The name of a period of `periodCounts`: of whole years, or of months. */
function periodText(low, high) {
  const [first, last] = [Math.floor(low / 10000), Math.floor(high / 10000)];
  const years = low % 10000 === 0 && high % 10000 === 9999;
  const month = (date) => String(Math.min(12, Math.max(1, Math.floor(date / 100) % 100))).padStart(2, "0");
  const [from, to] = years ? [`${first}`, `${last}`] : [`${first}-${month(low)}`, `${last}-${month(high)}`];
  return from === to ? from : `${from} to ${to}`;
}

/** Documents by ranges of a number: bars of equal width, one a value where these are few and whole. */
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
  const bars = Array.from({ length: NUMBER_BARS }, () => ({ low: Infinity, high: -Infinity }));
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
