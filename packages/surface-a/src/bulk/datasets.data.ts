import type { BulkDataset } from './bulk-dataset.js';
import { digestOfRuns, forecastTables } from './tables/forecasts.js';
import { digestOfLoad, loadTables } from './tables/load.js';
import { digestOfOperator, operatorTables } from './tables/operator.js';
import { digestOfScores, scoreTables } from './tables/scores.js';

const HOURS = 31 * 24;
const VERSION = { time_utc: 'timestamp', region: 'text', value_mw: 'double', known_at: 'timestamp' } as const;

export const BULK_DATASETS: readonly BulkDataset[] = [
  {
    id: 'forecasts',
    title: 'every run that became available in the month, whole: 384 hours a run, by issue and hour',
    columns: {
      run_id: 'text',
      region: 'text',
      issued_at: 'timestamp',
      available_at: 'timestamp',
      data_cutoff: 'timestamp',
      model: 'text',
      version: 'text',
      time_utc: 'timestamp',
      value_mw: 'double',
      p10: 'double?',
      p90: 'double?',
    },
    price: HOURS * 384,
    tables: forecastTables,
    digest: digestOfRuns,
  },
  {
    id: 'actuals',
    title: 'every version of the load of the hours of the month, by hour and by when it became known',
    columns: { ...VERSION, is_usable: 'boolean?' },
    price: HOURS,
    tables: loadTables,
    digest: digestOfLoad,
  },
  {
    id: 'operator',
    title: 'every version of the operator’s own day-ahead forecast, by hour and by when it became known',
    columns: VERSION,
    price: HOURS,
    tables: operatorTables,
    digest: digestOfOperator,
  },
  {
    id: 'scores',
    title: 'scores of each operating day of the month that was over, by market run, day and forecast',
    columns: {
      region: 'text',
      run: 'text',
      operating_day: 'date',
      forecast: 'text',
      state: 'text',
      n: 'int',
      mape_pct: 'double?',
      mae_mw: 'double?',
      rmse_mw: 'double?',
      bias_mw: 'double?',
      interval_hours: 'int?',
      pinball_mw: 'double?',
      crps_mw: 'double?',
      coverage_pct: 'double?',
      width_mw: 'double?',
      winkler_mw: 'double?',
      loadcast_mape_pct: 'double?',
      loadcast_mae_mw: 'double?',
      skill_pct: 'double?',
      skill_low_pct: 'double?',
      skill_high_pct: 'double?',
      late_hours: 'int?',
    },
    price: 4 * HOURS * 5,
    tables: scoreTables,
    digest: digestOfScores,
  },
];
