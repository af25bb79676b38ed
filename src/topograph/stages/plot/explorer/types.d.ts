// The types of what the explorer's scripts hand to each other; data.py writes the data.

/** plotly.js, which the page holds as a script of its own. */
declare const Plotly: any;

/** In newer browsers only. */
interface Uint8ArrayConstructor {
  fromBase64?(text: string): Uint8Array<ArrayBuffer>;
}

/** A document's value in a column: a code of `labels`, or several, a number, a date as a number. */
type Value = number | string | null | number[];

/** A column of the corpus. */
interface Column {
  name: string;
  kind: "number" | "date" | "category" | "list";
  labels: string[];
  /** How many of the labels have an order; they come first. */
  levels?: number;
}

interface Topic {
  topic: number;
  key: string;
  label: string;
  size: number;
  stability: number | null;
  colour: string;
  safe_colour: string;
}

/** What the page knows of the run as a whole. */
interface Run {
  title: string;
  topics: Topic[];
  columns: Column[];
  /** Whether there is noise. */
  noise: boolean;
  noise_colour: string;
  term_views: string[];
  [name: string]: any;
}

/** What is known of each document, a value in each list for each of them. */
interface Columns {
  topic: ArrayLike<number>;
  nearest: ArrayLike<number>;
  /** Of noise: the share of the neighbourhood that is in the nearest topic. */
  share: ArrayLike<number>;
  x: ArrayLike<number>;
  y: ArrayLike<number>;
  /** Values of each of the run's columns. */
  fields: Value[][];
  [name: string]: any;
}

/** A choice of a value, or of a range of numbers or dates, of a column. */
type Field = [name: string, value: string] | [name: string, low: number, high: number];

/** What the user has chosen; see `initialState`. */
interface State {
  query: string;
  topics: number[];
  area: [number, number][];
  fields: Field[];
  document: string;
  colour: string;
  noise: boolean;
  safe: boolean;
  strictness: number | null;
  sort: string;
  descending: boolean;
  list: string;
  termView: number;
  view: number[];
  theme: string;
}

/** What is searched for. */
interface Term {
  /** Folded, see `folded`. */
  needle: string;
  /** Whether it ends where a word does. */
  whole: boolean;
  /** Whether documents that hold it are left out. */
  without: boolean;
}

/** Values from `low` to `high`. */
interface ValueRange {
  label: string;
  low: number;
  high: number;
}

/** A bar of a chart: documents of a range among those shown, and among all. */
interface Bar extends ValueRange {
  count: number;
  all: number;
}
