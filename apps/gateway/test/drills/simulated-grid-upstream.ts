import { AREAS, type EpochMs, HOUR_MS } from '@loadcast/core';
import { eiaPeriod, type FakeRow } from '@loadcast/sources/testing';

/** Load is out 100 minutes after its hour ended. */
const PUBLISHED_AFTER_MS = 100 * 60_000;
const RESTATED_AFTER_MS = 26 * HOUR_MS;
const FORECAST_AHEAD_MS = 30 * HOUR_MS;

const grids = AREAS.filter(({ kind }) => kind === 'grid').map(({ series }) => series);
const utilities = AREAS.filter(({ kind }) => kind === 'utility').map(({ series }) => series);

function seed(series: string, hour: number): number {
  let hash = hour;
  for (const char of series) hash = (Math.imul(hash, 31) + char.charCodeAt(0)) >>> 0;
  return (Math.imul(hash ^ (hash >>> 15), 2_246_822_519) >>> 0) / 2 ** 32;
}

/** What the fake EIA says of an hour at an instant: not yet, only the forecast, a first value, or a restated one. */
export function saidLoad(series: string, start: EpochMs, now: EpochMs): number | null | undefined {
  const age = now - (start + HOUR_MS);
  if (age < PUBLISHED_AFTER_MS) return undefined;
  const luck = seed(series, start / HOUR_MS);
  if (luck < 0.01) return null;
  if (luck < 0.05 && age < PUBLISHED_AFTER_MS + 3 * HOUR_MS)
    return grids.includes(series) ? saidForecast(series, start) : null;
  const load = Math.round(saidForecast(series, start) * (0.97 + 0.05 * luck));
  return luck > 0.9 && age < RESTATED_AFTER_MS ? load - 25 : load;
}

export function saidForecast(series: string, start: EpochMs): number {
  const hour = start / HOUR_MS;
  const size = 5_000 + 1_000 * AREAS.findIndex((area) => area.series === series);
  return Math.round(size * (1 + 0.2 * Math.sin((hour * Math.PI) / 12) + 0.05 * Math.sin((hour * Math.PI) / 84)));
}

/** The rows of both routes at an instant, from `since` on. */
export function rowsAt(now: EpochMs, since: EpochMs): { region: FakeRow[]; subArea: FakeRow[] } {
  const region: FakeRow[] = [];
  const subArea: FakeRow[] = [];
  for (let start = since; start <= now + FORECAST_AHEAD_MS; start += HOUR_MS) {
    const period = eiaPeriod(start);
    for (const respondent of grids) {
      const value = saidLoad(respondent, start, now);
      if (value !== undefined) region.push({ period, respondent, type: 'D', value });
      region.push({ period, respondent, type: 'DF', value: saidForecast(respondent, start) });
    }
    for (const series of utilities) {
      const value = saidLoad(series, start, now);
      const [parent = '', subba = ''] = series.split('-');
      if (value !== undefined) subArea.push({ period, parent, subba, value });
    }
  }
  return { region, subArea };
}
