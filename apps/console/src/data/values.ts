/** Values on a time or lead axis; null is no value. */
export type Values = readonly (number | null)[];

/** Hours of a grid; missing values are null. */
export interface FanValues {
  readonly actual: Values;
  readonly forecast: Values;
  readonly p10: Values;
  readonly p90: Values;
  readonly operator: Values;
}
