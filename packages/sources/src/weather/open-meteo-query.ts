import type { AreaPoint, EpochMs, Window } from '@loadcast/core';

export type MeteoPlace = Pick<AreaPoint, 'latitude' | 'longitude'>;

/** A question about some places. Whole days, the one after the last hour too: its first label is the end of that hour. */
export function meteoQuery(
  places: readonly MeteoPlace[],
  columns: readonly string[],
  { start, end }: Window,
  apiKey: string | undefined,
): URLSearchParams {
  return new URLSearchParams({
    latitude: places.map(({ latitude }) => latitude).join(','),
    longitude: places.map(({ longitude }) => longitude).join(','),
    hourly: columns.join(','),
    timezone: 'GMT',
    start_date: formatDay(start),
    end_date: formatDay(end),
    ...(apiKey === undefined ? {} : { apikey: apiKey }),
  });
}

export function formatDay(instant: EpochMs): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** Answers are for the center of a grid cell, a few kilometres off. */
export function isNear(location: MeteoPlace, { latitude, longitude }: MeteoPlace): boolean {
  return Math.abs(location.latitude - latitude) < 0.5 && Math.abs(location.longitude - longitude) < 0.5;
}
