import { AREAS, type Area, type EpochMs, ServiceError } from '@loadcast/core';
import { areaCode } from '@loadcast/formats';
import {
  type ForecastRunner,
  forecasterOfStore,
  openForecastRunner,
  publish,
  type Store,
  weatherReader,
} from '@loadcast/service';
import { readConfig } from '../../../config.js';
import { type CommandIo, UsageError } from '../../command.js';
import { openStore } from '../../configured-store.js';
import { defineCommand } from '../../define-command.js';
import { JSON_OPTION, optional } from '../../options.js';
import { startProgress } from '../../progress.js';
import { readAreas } from '../../values/read-areas.js';
import { readInstant } from '../../values/read-instant.js';
import { type AreaForecast, forecastJson, forecastTable } from './forecast-table.js';

const ABOUT = `Without --as-of, forecasts are issued now and kept. With it, the forecast that could have been issued at a past moment is
shown, from the data known then, and not kept: forecasts are never added to the past.`;

/** `loadcast forecast`: forecasts that are issued now and kept, or forecasts of a past moment, which are not kept. */
export const forecastCommand = defineCommand({
  name: 'forecast',
  summary: 'issue forecasts now, or show what would have been issued at a past moment',
  about: ABOUT,
  options: {
    areas: optional('LIST', 'areas, comma separated, by the codes of any surface (default: all)', readAreas, {
      alias: 'area',
    }),
    'as-of': optional('TIME', 'the past moment (2023-07-15T18:00Z)', readInstant),
    ...JSON_OPTION,
  },
  async run({ areas = AREAS, 'as-of': asOf, json }, io) {
    if (asOf !== undefined && asOf > io.now()) throw new UsageError('--as-of is in the future');
    const forecasts = await forecastAreas(areas, asOf, io);
    if (json) io.out(JSON.stringify(forecasts.map(forecastJson)));
    else for (const line of forecastTable(forecasts)) io.out(line);
    return forecasts.length === areas.length ? 0 : 1;
  },
});

/** Issues in the order of `areas`. An area that cannot be forecast is reported and left out. */
async function forecastAreas(
  areas: readonly Area[],
  asOf: EpochMs | undefined,
  io: CommandIo,
): Promise<readonly AreaForecast[]> {
  const store = await openStore(io.env, { role: asOf === undefined ? 'writer' : 'control' });
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
      const forecast = await forecastArea(area, asOf, { runner, store, io });
      if (forecast) forecasts.push(forecast);
      progress.update(done + 1, areaCode(area));
    }
    return forecasts;
  } finally {
    progress.stop();
    await store.close();
  }
}

async function forecastArea(
  area: Area,
  asOf: EpochMs | undefined,
  { runner, store, io }: { readonly runner: ForecastRunner; readonly store: Store; readonly io: CommandIo },
): Promise<AreaForecast | undefined> {
  const issuedAt = asOf ?? io.now();
  try {
    const forecast = await runner.issue(area.id, issuedAt);
    if (asOf === undefined) await publish(store.vintages, area.id, issuedAt, io.now(), forecast);
    return { area, issuedAt, forecast };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    io.err(`${areaCode(area)}: ${error.message}`);
    return undefined;
  }
}
