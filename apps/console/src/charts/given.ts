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
