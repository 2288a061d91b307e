/** One horizon of the forecast, and the market run that is read at its gate. */
export interface HorizonRow {
  /** As surface A writes it. */
  readonly id: string;
  /** How many hours of a forecast it is. */
  readonly hours: number;
  /** As OASIS reports write it. */
  readonly run: string;
  /** How many days before the operating day the run's gate lies. */
  readonly gateDays: number;
}

/** Every horizon, the nearest first. Adding a horizon is adding a row. */
export const HORIZONS = [
  { id: '1d', hours: 24, run: 'DAM', gateDays: 1 },
  { id: '2d', hours: 48, run: '2DA', gateDays: 2 },
  { id: '7d', hours: 168, run: '7DA', gateDays: 7 },
  { id: '15d', hours: 360, run: '15DA', gateDays: 15 },
] as const satisfies readonly HorizonRow[];

/** Every step at which a forecast may be read. */
export const RESOLUTIONS = ['1h', '15min'] as const;
