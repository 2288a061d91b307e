import { writeFile } from 'node:fs/promises';
import { forecastSeries, HOUR_MS, type IssuedForecast } from '@loadcast/core';
import { offsetMs } from '@loadcast/core/time';
import { isoUtc, wallText } from '@loadcast/formats';
import type { CommandIo } from '../../command.js';
import type { MeterFile } from '../../values/meter-file.js';

const HOURS = 15 * 24;
const BLOCKS = '▁▂▃▄▅▆▇█';

/** Forecasts 15 days from the end of a file's load: CSV to standard output or a file, or a picture for the terminal. */
export async function forecastMeter(
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
