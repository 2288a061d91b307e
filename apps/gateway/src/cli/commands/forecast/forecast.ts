import { writeFile } from 'node:fs/promises';
import { type EpochMs, forecastSeries, HOUR_MS, type IssuedForecast, ServiceError } from '@loadcast/core';
import { offsetMs } from '@loadcast/core/time';
import { areaCode, isoUtc, wallText } from '@loadcast/formats';
import { forecasterOfStore, openForecastRunner, publish, weatherReader } from '@loadcast/service';
import { readConfig } from '../../../config.js';
import { type CommandIo, UsageError } from '../../command.js';
import { openStore } from '../../configured-store.js';
import { defineCommand } from '../../define-command.js';
import { anyText, flag, optional } from '../../options.js';
import { startProgress } from '../../progress.js';
import { METER_OPTIONS, type MeterFile, readMeterFile } from '../../values/meter-file.js';
import { readAreas, readInstant } from '../../values/read-values.js';
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

const HOURS = 15 * 24;
const BLOCKS = '▁▂▃▄▅▆▇█';

/** Forecasts 15 days from the end of a file's load: CSV to standard output or a file, or a picture for the terminal. */
async function forecastMeter(
  meter: MeterFile,
  { out, chart }: { readonly out: string | undefined; readonly chart: boolean },
  io: CommandIo,
): Promise<void> {
  const forecast = await forecastSeries(meter);
  const lines = csvLines(meter, forecast);
  if (out !== undefined) await writeFile(out, `${lines.join('\n')}\n`);
  if (chart) for (const line of chartLines(meter, forecast)) io.out(line);
  else if (out === undefined) for (const line of lines) io.out(line);
}

function csvLines({ timezone, unit, inUnit }: MeterFile, { start, valueMw, p10Mw, p90Mw }: IssuedForecast): string[] {
  const rows = Array.from({ length: HOURS }, (_, hour) => {
    const at = start + hour * HOUR_MS;
    const values = [valueMw, p10Mw, p90Mw].map((each) => inUnit(each[hour]!));
    return [isoUtc(at), wallText(at + offsetMs(timezone, at)), ...values].join();
  });
  return [`time_utc,time_local,load_${unit.toLowerCase()},p10,p90`, ...rows];
}

/** A line a local day: its hours as blocks between the lowest and highest of all days, then its peak with its range. */
function chartLines({ name, timezone, unit, inUnit }: MeterFile, forecast: IssuedForecast): string[] {
  const { start, valueMw, p10Mw, p90Mw } = forecast;
  const shown = valueMw.subarray(0, HOURS);
  const [low, high] = [Math.min(...shown), Math.max(...shown)];
  const block = (value: number): string => BLOCKS[Math.min(7, Math.floor((8 * (value - low)) / (high - low || 1)))]!;
  const days = new Map<string, number[]>();
  for (let hour = 0; hour < HOURS; hour++) {
    const at = start + hour * HOUR_MS;
    const wall = new Date(at + offsetMs(timezone, at)).toUTCString();
    const day = wall.slice(0, 11);
    days.set(day, [...(days.get(day) ?? []), hour]);
  }
  const text = (value: number): string => inUnit(value).toLocaleString('en-US', { maximumSignificantDigits: 4 });
  const lines = [...days].map(([day, hours], i) => {
    const peak = hours.reduce((best, hour) => (valueMw[hour]! > valueMw[best]! ? hour : best), hours[0]!);
    const at = start + peak * HOUR_MS;
    const blocks = hours.map((hour) => block(valueMw[hour]!)).join('');
    const range = `${text(p10Mw[peak]!)} to ${text(p90Mw[peak]!)}`;
    const clock = wallText(at + offsetMs(timezone, at)).slice(11);
    return `${day}  ${i === 0 ? blocks.padStart(25) : blocks.padEnd(25)}  ${text(valueMw[peak]!)} ${unit} at ${clock} (${range})`;
  });
  return [
    `${name}: load of each day's hours from ${text(low)} to ${text(high)} ${unit}; the peak, and p10 to p90`,
    ...lines,
  ];
}
