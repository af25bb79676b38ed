// The types of what the page of a sweep is given by pagedata.py.

/** In newer browsers only. */
interface Uint8ArrayConstructor {
  fromBase64?(text: string): Uint8Array<ArrayBuffer>;
}

/** A key that varies; its values as text, in order. */
interface Axis {
  key: string;
  values: string[];
}

interface Measure {
  name: string;
  better: "higher" | "lower" | "neither";
  meaning: string;
  range: string;
}

interface Point {
  id: string;
  /** The rank of its value on each axis. */
  ranks: number[];
  /** A value for each measure, or null. */
  measures: (number | null)[];
  /** The names of its topics. */
  labels: string[];
  /** Which of the maps is its own. */
  map: number;
  /** Lines of configuration that differ from the run's. */
  lines: string;
}

interface Effect {
  measure: number;
  /** Share of variance that each axis explains. */
  shares: (number | null)[];
  /** The mean at each group of values, by axis. */
  means: (number | null)[][];
  /** Two axes and what only their combination explains. */
  pair: [number, number, number] | null;
}

interface Recurring {
  label: string;
  labels: string[];
  size: number;
  similarity: number;
  /** Its number at each point, -1 where it was not found. */
  found: number[];
}

/** A claim over all points. */
interface Claim {
  name: string;
  says: string;
  summary: string;
  /** null where it cannot be computed. */
  holds: (boolean | null)[];
  /** Estimate with the ends of its interval, if there are any. */
  estimates: [number | null, number | null, number | null][];
  topics: string[];
  reasons: string[];
}

interface Sweep {
  name: string;
  run: string;
  axes: Axis[];
  measures: Measure[];
  /** Measures of the front at first. */
  front: string[];
  points: Point[];
  effects: Effect[];
  topics: Recurring[];
  claims: Claim[];
  titles: string[];
  /** Places of the documents, from 0 to 1. */
  maps: [number[], number[]][];
  /** The topic of each document at each point. */
  partitions: number[][];
}

interface Choice {
  first: number;
  second: number;
  front: Set<number>;
  /** Chosen documents. */
  rows: Set<number>;
  x: number;
  y: number;
}
