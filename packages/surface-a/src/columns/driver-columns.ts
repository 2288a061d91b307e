import type { Vintage } from '@loadcast/core';
import type { DriverName } from '@loadcast/core/series';
import type { TableColumn } from '@loadcast/formats';

/** The columns of drivers in their order: they add up to the value. */
export const DRIVER_COLUMNS = {
  climatology_mw: { part: 'climatologyMw', about: 'Expected load by season, weekday and trend' },
  holiday_mw: { part: 'holidayMw', about: 'Effect of holidays' },
  recent_load_mw: { part: 'recentLoadMw', about: 'Effect of the area’s own recent load' },
  neighbours_mw: { part: 'neighboursMw', about: 'Effect of other areas’ recent load' },
  operator_mw: { part: 'operatorMw', about: 'Effect of the operator’s own forecast' },
  weather_mw: { part: 'weatherMw', about: 'Effect of the weather' },
} as const satisfies Record<string, { readonly part: DriverName; readonly about: string }>;

export interface RunHour {
  readonly run: Vintage | undefined;
  /** Index from the run's start. */
  readonly hour: number;
}

/** What the value of each row is made of; NaN where its run was kept without drivers. */
export function driverColumns(rows: readonly RunHour[], prefix = ''): readonly TableColumn[] {
  return Object.entries(DRIVER_COLUMNS).map(([name, { part }]) => ({
    name: `${prefix}${name}`,
    kind: 'number',
    values: rows.map(({ run, hour }) => run?.drivers?.[part][hour] ?? Number.NaN),
  }));
}
