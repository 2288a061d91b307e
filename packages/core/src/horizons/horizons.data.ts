/** How OASIS reports describe a run, in the words of the convention. */
export interface RunWords {
  readonly loadType: string;
  readonly label: string;
  readonly item: string;
  /** Display rank. */
  readonly pos: number;
}

/** One horizon of the forecast, and the market run that is read at its gate. */
export interface HorizonRow {
  /** Surface A's name for it. */
  readonly id: string;
  /** How many hours of a forecast it is. */
  readonly hours: number;
  /** The name in OASIS reports. */
  readonly run: string;
  /** How many days before the operating day the run's gate lies. */
  readonly gateDays: number;
  /** How OASIS reports describe the run. */
  readonly oasis: RunWords;
}

/** Every horizon, the nearest first. Adding a horizon is adding a row. `15DA` is not in OASIS; the other names are CAISO OASIS names. */
export const HORIZONS = [
  {
    id: '1d',
    hours: 24,
    run: 'DAM',
    gateDays: 1,
    oasis: { loadType: '1', label: 'Demand Forecast Day Ahead', item: 'SYS_FCST_DA_MW', pos: 2 },
  },
  {
    id: '2d',
    hours: 48,
    run: '2DA',
    gateDays: 2,
    oasis: { loadType: '2', label: 'Demand Forecast 2-Day Ahead', item: 'SYS_FCST_2DA_MW', pos: 1 },
  },
  {
    id: '7d',
    hours: 168,
    run: '7DA',
    gateDays: 7,
    oasis: { loadType: '0', label: 'Demand Forecast 7-Day Ahead', item: 'SYS_FCST_7DA_MW', pos: 0 },
  },
  {
    id: '15d',
    hours: 360,
    run: '15DA',
    gateDays: 15,
    oasis: { loadType: '0', label: 'Demand Forecast 15-Day Ahead', item: 'SYS_FCST_15DA_MW', pos: 6 },
  },
] as const satisfies readonly HorizonRow[];

/** Every step at which a forecast may be read. */
export const RESOLUTIONS = ['1h', '15min'] as const;
