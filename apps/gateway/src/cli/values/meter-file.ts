import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { CALENDARS, type HolidayCalendar } from '@loadcast/core';
import { METER_UNITS, MeterRefusal, readMeter } from '@loadcast/formats';
import { type CommandIo, UsageError } from '../command.js';
import { anyText, type OptionTable, type OptionValues, optional, type ReadValue } from '../options.js';

export const METER_OPTIONS = {
  timezone: optional('ZONE', 'with a file: the clock of the meter, such as America/Chicago', anyText),
  holidays: optional(
    'NAME',
    `with a file: the holiday calendar, ${Object.keys(CALENDARS).join(', ')} (default: us)`,
    oneOf(CALENDARS),
  ),
  unit: optional('UNIT', 'with a file: the unit, if the file does not name it: kW, MW, kWh', oneOf(METER_UNITS)),
  column: optional('NAME', 'with a file: the load column, if there are several candidates', anyText),
} as const satisfies OptionTable;

function oneOf<K extends string>(table: Readonly<Record<K, unknown>>): ReadValue<K> {
  const names = Object.keys(table) as K[];
  return (option, text) => {
    const found = names.find((name) => name.toLowerCase() === text.toLowerCase());
    if (found !== undefined) return found;
    throw new UsageError(`${option} ${text} is none of ${names.join(', ')}`);
  };
}

/** Load of a file, as the engine reads it. */
export interface MeterFile {
  readonly name: string;
  readonly timezone: string;
  readonly calendar: HolidayCalendar;
  /** A power of ten of `unit`, which makes steps of 0.01 fine enough for any meter. */
  readonly load: ReturnType<typeof readMeter>['load'];
  /** The power that the file's unit counts: kW where it has kWh. */
  readonly unit: string;
  /** Converts a value of `load`, or a forecast of it, to `unit`. */
  inUnit(value: number): number;
}

const MOST_LINES_SHOWN = 20;
const LEAST_MEAN = 1_000;

/**
 * Reads a file of load, and prints how it was read and which lines were left out.
 *
 * @throws {UsageError} the clock is not given
 * @throws {Error} naming the file and the fault
 */
export async function readMeterFile(
  path: string,
  { timezone, holidays = 'us', unit, column }: OptionValues<typeof METER_OPTIONS>,
  io: CommandIo,
): Promise<MeterFile> {
  if (timezone === undefined)
    throw new UsageError('--timezone ZONE is missing: the clock of the meter, such as America/Chicago');
  const name = basename(path);
  const reading = await readFile(path)
    .then((bytes) => readMeter(bytes, { timezone, unit, column }))
    .catch((error) => {
      throw error instanceof MeterRefusal ? new Error(`${name}: ${error.message}`) : error;
    });
  const { load, note, refused } = reading;
  io.err(`${name}: ${note}`);
  for (const { line, reason } of refused.slice(0, MOST_LINES_SHOWN))
    io.err(`${name}: line ${line} is left out: ${reason}`);
  if (refused.length > MOST_LINES_SHOWN)
    io.err(`${name}: ${refused.length - MOST_LINES_SHOWN} more lines are left out`);
  const power = reading.unit.replace(/h$/, '') as keyof typeof METER_UNITS;
  const perMw = 1 / METER_UNITS[power].mw;
  const measured = load.valuesMw.filter((mw) => !Number.isNaN(mw));
  const mean = measured.reduce((sum, mw) => sum + Math.abs(mw) * perMw, 0) / measured.length;
  const scale = 10 ** Math.max(0, Math.ceil(Math.log10(LEAST_MEAN / mean)));
  return {
    name,
    timezone,
    calendar: CALENDARS[holidays],
    load: { ...load, valuesMw: load.valuesMw.map((mw) => mw * perMw * scale) },
    unit: power,
    inUnit: (value) => Number((value / scale).toPrecision(6)),
  };
}
