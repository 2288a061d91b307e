import { type EpochMs, MARKET_RUNS } from '@loadcast/core';
import { localDateTime } from '@loadcast/core/time';
import { peekQuery } from '../query/query.js';
import { parseInstant } from '../query/wire-time.js';
import type { ZipTime } from '../zip/archive.js';

/** The clock of OASIS: names of files and operating days of every area are Pacific. */
export const OASIS_ZONE = 'America/Los_Angeles';

/** The name part of an answer that holds every run. */
export const ALL_RUNS = 'N';

/** The only texts of a caller that a file name may contain. */
const RUN_NAMES = new Set<string>([...MARKET_RUNS, 'ACTUAL', 'RTM']);

export function pacificTime(instant: EpochMs): ZipTime {
  return { ...localDateTime(OASIS_ZONE, instant), second: Math.floor(instant / 1000) % 60 };
}

const two = (value: number): string => String(value).padStart(2, '0');

function pacificDate(instant: EpochMs): string {
  const { year, month, day } = pacificTime(instant);
  return `${String(year).padStart(4, '0')}${two(month)}${two(day)}`;
}

/**
 * `20260720_20260721_SLD_FCST_DAM_20260727_14_19_18_v1`: range, report, run or `N`, and when it was made, all Pacific.
 */
export function oasisBaseName(start: EpochMs, end: EpochMs, run: string, madeAt: EpochMs): string {
  const { hour, minute, second } = pacificTime(madeAt);
  const stamp = `${pacificDate(madeAt)}_${two(hour)}_${two(minute)}_${two(second)}`;
  return `${pacificDate(start)}_${pacificDate(end)}_SLD_FCST_${RUN_NAMES.has(run) ? run : ALL_RUNS}_${stamp}_v1`;
}

/** The base name that a query's answer would have, or undefined when its range does not read. Never throws. */
export function oasisBaseNameOf(rawQuery: string, madeAt: EpochMs): string | undefined {
  const text = (name: string) => peekQuery(rawQuery, name, { anyCase: true }) ?? '';
  const start = parseInstant(text('startdatetime').trim(), 'compact');
  const end = parseInstant(text('enddatetime').trim(), 'compact');
  if (!('instant' in start) || !('instant' in end)) return undefined;
  const run = text('market_run_id').trim().toUpperCase();
  return oasisBaseName(start.instant, end.instant, run === '' ? ALL_RUNS : run, madeAt);
}
