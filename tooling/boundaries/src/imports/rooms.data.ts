import type { Exception } from '../exceptions.js';

/**
 * What each folder of core may import from the others. The ports name the types of the domain, and rooms of the domain
 * check and fold the data of the ports: these import each other's types.
 */
export const CORE_ROOMS: Readonly<Record<string, readonly string[]>> = {
  time: [],
  'linear-algebra': [],
  errors: ['time'],
  calendar: ['time'],
  keys: ['time', 'areas'],
  series: ['time', 'ports'],
  weather: ['time', 'areas', 'series', 'ports'],
  screening: ['series'],
  horizons: ['time'],
  areas: ['time', 'calendar', 'weather', 'horizons', 'screening'],
  plans: ['horizons', 'time', 'areas', 'errors'],
  accounts: ['time', 'areas', 'plans'],
  vintages: ['horizons', 'time', 'areas'],
  quota: ['time', 'areas', 'plans', 'errors'],
  ingest: ['time', 'areas', 'series', 'screening', 'ports'],
  ports: ['time', 'areas', 'series', 'ingest', 'vintages', 'keys', 'accounts', 'quota'],
  accuracy: ['horizons', 'time', 'areas', 'series', 'screening', 'vintages', 'ports'],
  forecast: ['ports', 'time', 'areas', 'calendar', 'linear-algebra', 'series', 'screening', 'vintages', 'errors'],
  peaks: ['time', 'areas', 'calendar', 'series', 'accuracy', 'vintages'],
  backtest: ['peaks', 'horizons', 'time', 'areas', 'series', 'ingest', 'vintages', 'accuracy', 'forecast', 'errors'],
  reads: ['horizons', 'time', 'areas', 'series', 'vintages', 'accuracy', 'plans', 'ports', 'forecast', 'errors'],
  insight: [
    'horizons',
    'time',
    'areas',
    'series',
    'vintages',
    'accuracy',
    'backtest',
    'peaks',
    'plans',
    'ports',
    'errors',
    'reads',
  ],
  memory: ['time', 'series', 'weather', 'vintages', 'keys', 'accounts', 'quota', 'ports'],
};

/** The rooms of the model, lowest first: each uses only those before it. */
export const FORECAST_ROOMS = [
  'inputs',
  'climatology',
  'weather',
  'regression',
  'combination',
  'uncertainty',
  'output',
  'baselines',
];

/** Files of `forecast` itself that every room may use: the port and the settings. */
export const BELOW_THE_ROOMS = ['fitted-states.ts', 'forecaster.ts', 'settings.data.ts'];

export const ROOM_EXCEPTIONS: readonly Exception[] = [
  {
    what: 'core/src/forecast/baselines/same-hour-last-week.ts imports accuracy/screened-actuals.ts',
    reason: 'the baseline screens load as the scores do, so that both leave out the same hours',
  },
  {
    what: 'core/src/reads/read-forecast.ts imports forecast/output/disaggregate.ts',
    reason: 'quarters of an hour are made when a stored forecast is read',
  },
];
