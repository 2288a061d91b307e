import type { Values } from '../data/values.js';

/** Hours of a grid; missing values are null. */
export interface FanValues {
  readonly actual: Values;
  readonly forecast: Values;
  readonly p10: Values;
  readonly p90: Values;
  readonly operator: Values;
}

export interface HeatMapProps {
  readonly caption: string;
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  /** Rows of columns. */
  readonly values: readonly (readonly (number | null)[])[];
  readonly text: (value: number | null) => string;
  /** Text of a cell with enough room; omitted: none. */
  readonly cell?: (value: number | null) => string;
}

export interface ReliabilityProps {
  readonly title: string;
  /** Percent, ascending. */
  readonly points: readonly { readonly promisedPct: number; readonly observedPct: number }[];
}
