import {
  AREAS,
  type AreaId,
  allowedCodes,
  codedAreas,
  type EpochMs,
  findArea,
  type IssuedForecast,
  localDay,
  ServiceError,
} from '@loadcast/core';
import { isoUtc } from '@loadcast/formats';
import { readConfig } from '../../config.js';
import { configuredForecaster } from '../../service/forecasting/configured-forecaster.js';
import { openForecastRunner } from '../../service/forecasting/forecast-runner.js';
import { publish } from '../../service/forecasting/publish.js';
import { weatherReader } from '../../service/weather/weather-reader.js';
import { openStore } from '../../wiring.js';
import { type Command, type CommandIo, readArgs, UsageError } from '../command.js';
import { readInstant } from '../read-instant.js';

/** `loadcast forecast`: what would be forecast, at a moment of the past or, kept, now. */
export const forecastCommand: Command = {
  name: 'forecast',
  summary: 'issue forecasts now, or show what would have been issued at a past moment',
  usage: `usage: loadcast forecast [--area CODE[,CODE...]] [--as-of TIME] [--json]

  --area CODES   areas by the codes of surface A or C; default all eleven
  --as-of TIME   show the forecast that could have been made then (2023-07-15T18:00Z), from what was known
                 then. It is not kept: forecasts are never added to the past.
                 Without it, forecasts are issued now and kept.
  --json         every hour, as JSON`,
  async run(args, io) {
    const { values } = readArgs(args, {
      area: { type: 'string' },
      'as-of': { type: 'string' },
      json: { type: 'boolean', default: false },
    });
    const asOf = values['as-of'] === undefined ? undefined : readInstant('--as-of', values['as-of']);
    if (asOf !== undefined && asOf > io.now()) throw new UsageError('--as-of: that moment is still to come');
    return forecastAreas(readAreas(values.area), asOf, values.json, io);
  },
};

function readAreas(codes: string | undefined): AreaId[] {
  if (codes === undefined) return AREAS.map(({ id }) => id);
  return codes.split(',').map((code) => {
    const found = findArea('a', code) ?? findArea('c', code);
    if (!found) throw new UsageError(`--area: ${code}: one of ${allowedCodes('a')}, ${allowedCodes('c')}`);
    return found.area.id;
  });
}

async function forecastAreas(
  areaIds: AreaId[],
  asOf: EpochMs | undefined,
  json: boolean,
  io: CommandIo,
): Promise<number> {
  const forecaster = configuredForecaster(readConfig(io.env));
  const store = await openStore(io.env, { role: asOf === undefined ? 'writer' : 'control' });
  try {
    const areas = AREAS.filter(({ id }) => areaIds.includes(id));
    const runner = await openForecastRunner(forecaster, store.actuals, areas, weatherReader(store.weather, areaIds));
    const rows: { areaId: AreaId; issuedAt: EpochMs; forecast: IssuedForecast }[] = [];
    let failures = 0;
    for (const areaId of areaIds) {
      const issuedAt = asOf ?? io.now();
      try {
        const forecast = await runner.issue(areaId, issuedAt);
        if (asOf === undefined) await publish(store.vintages, areaId, issuedAt, io.now(), forecast);
        rows.push({ areaId, issuedAt, forecast });
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        failures += 1;
        io.say(`${codeOf(areaId)}: ${error.message}`);
      }
    }
    if (json) io.out(JSON.stringify(rows.map(toJson)));
    else printTable(rows, io);
    return failures === 0 ? 0 : 1;
  } finally {
    await store.close();
  }
}

function toJson({ areaId, issuedAt, forecast }: { areaId: AreaId; issuedAt: EpochMs; forecast: IssuedForecast }) {
  const { start, valueMw, p10Mw, p90Mw, dataCutoff, model, excludedInputs } = forecast;
  return {
    area: codeOf(areaId),
    issuedAt: isoUtc(issuedAt),
    dataCutoff: isoUtc(dataCutoff),
    model,
    excludedInputs,
    start: isoUtc(start),
    valueMw: [...valueMw],
    p10Mw: [...p10Mw],
    p90Mw: [...p90Mw],
  };
}

function printTable(
  rows: readonly { areaId: AreaId; issuedAt: EpochMs; forecast: IssuedForecast }[],
  io: CommandIo,
): void {
  const lines = rows.map(({ areaId, issuedAt, forecast }) => {
    const { timezone } = AREAS.find(({ id }) => id === areaId)!;
    const day = forecast.valueMw.subarray(0, 24);
    const peak = day.indexOf(Math.max(...day));
    const peakAt = forecast.start + peak * 3_600_000;
    return [
      codeOf(areaId).padEnd(6),
      isoUtc(issuedAt),
      isoUtc(forecast.dataCutoff),
      `${day[peak]!.toFixed(0)} MW`.padStart(10),
      `${forecast.p10Mw[peak]!.toFixed(0)}..${forecast.p90Mw[peak]!.toFixed(0)}`.padStart(15),
      `${isoUtc(peakAt)} (${localDay(timezone, peakAt)} local)`,
      forecast.model.name,
    ].join('  ');
  });
  io.out(
    'area    issued at             newest actual         24 h peak         p10..p90  at                                         model',
  );
  for (const line of lines) io.out(line);
}

function codeOf(areaId: AreaId): string {
  const surfaceOf = (set: 'a' | 'c') => codedAreas(set).find(({ area }) => area.id === areaId)?.code;
  return surfaceOf('a') ?? surfaceOf('c') ?? areaId;
}
