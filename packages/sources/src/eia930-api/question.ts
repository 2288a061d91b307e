import type { EpochMs } from '@loadcast/core';

/** Hourly load of authorities and of their sub-areas. Sorted by all columns that name a row, paging is exact. */
export const EIA_TABLES = {
  region: { route: 'v2/electricity/rto/region-data/data/', sort: ['period', 'respondent', 'type'] },
  subArea: { route: 'v2/electricity/rto/region-sub-ba-data/data/', sort: ['period', 'parent', 'subba'] },
} as const;

type Filter = readonly [string, string];

/** What a page of rows is asked with, without offset and length. */
export interface EiaQuestion {
  readonly filters: readonly Filter[];
  readonly sort: readonly string[];
  readonly apiKey: string;
}

/** The rows whose periods lie from `start` to `end`, both included. */
export function hourlyFilters(start: EpochMs, end: EpochMs): Filter[] {
  return [
    ['frequency', 'hourly'],
    ['data[]', 'value'],
    ['start', formatPeriod(start)],
    ['end', formatPeriod(end)],
  ];
}

function formatPeriod(instant: EpochMs): string {
  return new Date(instant).toISOString().slice(0, 13);
}

export function facets(name: string, values: readonly string[]): Filter[] {
  return values.map((value) => [`facets[${name}][]`, value]);
}

/** Authorities, and the parents of sub-areas such as `CISO-PGAE`, by which EIA is asked for them. */
export function splitSeries(series: readonly string[]) {
  const subAreas = series.filter((id) => id.includes('-'));
  const parents = [...new Set(subAreas.map((id) => id.slice(0, id.indexOf('-'))))];
  return { authorities: series.filter((id) => !id.includes('-')), parents };
}

export function buildQuery({ filters, sort, apiKey }: EiaQuestion, offset: number, pageRows: number): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of filters) query.append(name, value);
  for (const [i, column] of sort.entries()) {
    query.append(`sort[${i}][column]`, column);
    query.append(`sort[${i}][direction]`, 'asc');
  }
  query.append('offset', String(offset));
  query.append('length', String(pageRows));
  query.append('api_key', apiKey);
  return query;
}
