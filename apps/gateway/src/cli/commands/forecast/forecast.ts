import { type EpochMs, ServiceError } from '@loadcast/core';
import { areaCode } from '@loadcast/formats';
import { forecasterOfStore, openForecastRunner, publish, weatherReader } from '@loadcast/service';
import { readConfig } from '../../../config.js';
import { type CommandIo, UsageError } from '../../command.js';
import { openStore } from '../../configured-store.js';
import { defineCommand } from '../../define-command.js';
import { anyText, flag, optional } from '../../options.js';
import { startProgress } from '../../progress.js';
import { METER_OPTIONS, readMeterFile } from '../../values/meter-file.js';
import { readAreas, readInstant } from '../../values/read-values.js';
import { forecastMeter } from './forecast-meter.js';
import { type AreaForecast, forecastJson, forecastTable } from './forecast-table.js';

const ABOUT = `Without --as-of, forecasts are issued now and kept. With --as-of, you see the forecast that would have been issued then,
from the data known then. It is not kept: no forecast is ever added to the past. With --from, a CSV of your own load is
forecast 15 days ahead, without server or store.`;

/** `loadcast forecast`: forecasts that are issued now and kept, or forecasts of a past moment, which are not kept. */
export const forecastCommand = defineCommand({
  name: 'forecast',
  summary: 'issue forecasts now, or show the forecast as of a past time',
  example: '--areas PJM,CAISO',
  about: ABOUT,
  options: {
    areas: optional('LIST', 'areas, comma separated, by the codes of any surface (default: all)', readAreas, {
      alias: 'area',
    }),
    'as-of': optional('TIME', 'the past time (2023-07-15T18:00Z)', readInstant),
    from: optional('FILE', 'a CSV of your own load, 30 days or more in steps of an hour or less', anyText),
    ...METER_OPTIONS,
    out: optional('FILE', 'with --from: write the hours there as CSV (default: standard output)', anyText),
    chart: flag('with --from: draw the days in the terminal'),
  },
  async run({ areas, 'as-of': asOf, from, out, chart, ...meter }, io) {
    if (from !== undefined) {
      await forecastMeter(await readMeterFile(from, meter, io), { out, chart }, io);
      return 0;
    }
    if (meter.timezone ?? out) throw new UsageError('--timezone and --out need --from FILE');
    if (asOf !== undefined && asOf > io.now()) throw new UsageError('--as-of is in the future');
    const { forecasts, isComplete } = await forecastAreas(areas, asOf, io);
    return { json: forecasts.map(forecastJson), text: forecastTable(forecasts), hasFailed: !isComplete };
  },
});

/** Issues in the order of the areas, by default all of the store. An area that cannot be forecast is reported and left out. */
async function forecastAreas(
  named: ReturnType<typeof readAreas> | undefined,
  asOf: EpochMs | undefined,
  io: CommandIo,
): Promise<{ readonly forecasts: readonly AreaForecast[]; readonly isComplete: boolean }> {
  const store = await openStore(io.env, { role: asOf === undefined ? 'writer' : 'control' });
  const areas = named?.(store.areas()) ?? store.areas().list;
  const progress = startProgress(io, areas.length, 'areas');
  try {
    const weather = weatherReader(
      store.weather,
      areas.map(({ id }) => id),
    );
    const forecaster = await forecasterOfStore(readConfig(io.env), store.meta);
    const runner = await openForecastRunner(forecaster, store.actuals, areas, weather);
    const forecasts: AreaForecast[] = [];
    for (const [done, area] of areas.entries()) {
      if (io.signal.aborted) break;
      const issuedAt = asOf ?? io.now();
      try {
        const forecast = await runner.issue(area.id, issuedAt);
        if (asOf === undefined) await publish(store.vintages, area.id, issuedAt, io.now(), forecast);
        forecasts.push({ area, issuedAt, forecast });
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        io.err(`${areaCode(area)}: ${error.message}`);
      }
      progress.update(done + 1, areaCode(area));
    }
    return { forecasts, isComplete: forecasts.length === areas.length };
  } finally {
    progress.stop();
    await store.close();
  }
}
