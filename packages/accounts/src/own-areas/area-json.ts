import { DAY_MS, type EpochMs, HOUR_MS, type KnownSeries, type SeriesReport } from '@loadcast/core';
import { newestHour } from '@loadcast/core/series';
import { isoUtc, utcText } from '@loadcast/formats';
import type { AreaRecord } from '@loadcast/storage/sqlite';
import { z } from 'zod';

const EXAMPLE = {
  ...{ code: 'PLANT-7', name: 'PLANT-7', timezone: 'America/Chicago', holidays: 'us' },
  ...{ added_at: '2026-11-21T08:30:00Z', retired_at: null, hours: 9504, missing: null },
  ...{ start: '2025-10-21T05:00:00Z', end: '2026-11-21T05:00:00Z' },
};

export const areaSchema = z
  .strictObject({
    code: z.string().describe('The `region` of every endpoint that takes one.'),
    name: z.string(),
    timezone: z.string(),
    holidays: z.string(),
    added_at: utcText().describe('When the area was added or last changed.'),
    retired_at: z.nullable(utcText()),
    hours: z.int().describe('Hours with a load.'),
    start: z.nullable(utcText()).describe('Start of the first of them.'),
    end: z.nullable(utcText()).describe('End of the last of them.'),
    missing: z.nullable(z.string()).describe('What a forecast still needs; null: nothing.'),
  })
  .meta({ examples: [EXAMPLE] });

/** What the engine needs before a first forecast, and how old the newest load may be. */
const [FEWEST_DAYS, LONGEST_GAP_DAYS] = [30, 30];

export function areaJson(record: AreaRecord, known: KnownSeries, now: EpochMs) {
  const { code, name, timezone, calendar, knownAt, retiredAt } = record;
  const hours = known.values.filter((mw) => !Number.isNaN(mw)).length;
  const newest = newestHour(known, now);
  return {
    ...{ code, name, timezone, holidays: calendar, added_at: isoUtc(knownAt) },
    retired_at: retiredAt === null ? null : isoUtc(retiredAt),
    hours,
    start: newest === undefined ? null : isoUtc(known.start),
    end: newest === undefined ? null : isoUtc(newest + HOUR_MS),
    missing: newest === undefined ? 'load' : missingFor(known.start, newest + HOUR_MS, now),
  };
}

/** What a first forecast needs beside the load there is. */
function missingFor(start: EpochMs, end: EpochMs, now: EpochMs): string | null {
  const days = Math.floor((end - start) / DAY_MS);
  if (days < FEWEST_DAYS) {
    const enoughAt = isoUtc(start + FEWEST_DAYS * DAY_MS);
    return `${days} of ${FEWEST_DAYS} days of load are there: with hourly load it is forecast from ${enoughAt} on`;
  }
  return now - end > LONGEST_GAP_DAYS * DAY_MS
    ? `its load ends at ${isoUtc(end)}: load of the last ${LONGEST_GAP_DAYS} days is needed`
    : null;
}

export const fedSchema = z
  .strictObject({
    ...areaSchema.shape,
    new_hours: z.int(),
    restated_hours: z.int().describe('Hours that had another load; what was known before stays readable with `as_of`.'),
    future_hours: z.int().describe('Hours that have not passed, which were left out.'),
  })
  .meta({ examples: [{ ...EXAMPLE, new_hours: 24, restated_hours: 2, future_hours: 0 }] });

/** An area with what a file brought. */
export function fedJson(area: ReturnType<typeof areaJson>, { newHours, restatedHours, futureHours }: SeriesReport) {
  return { ...area, new_hours: newHours, restated_hours: restatedHours, future_hours: futureHours };
}
