import type { Facts } from '../../data/facts.js';
import { gridsOf } from '../../data/reader.js';
import { DAY_MS, wallTime } from '../../time/wall-clock.js';
import { columnsOf, formatsOf, type Option, runsOf, windowsOf, ZONES } from './choices.js';

/** What a reader put together. */
export interface Wanted {
  readonly region: string;
  readonly run: Option;
  readonly window: Option;
  /** Days of the market, both included. */
  readonly start: string;
  readonly end: string;
  readonly columns: readonly Option[];
  readonly format: Option;
  readonly zone: Option;
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Reads the choices from the page's address; a missing or unknown one takes its default. */
export function readWanted(query: URLSearchParams, facts: Facts): Wanted {
  const chosen = (options: readonly Option[], name: string, usual = 0): Option =>
    options.find(({ id }) => id === query.get(name)) ?? (options[usual] as Option);
  const shown = gridsOf(facts);
  const region = query.get('region')?.toUpperCase();
  const grid = facts.grids.find(({ code }) => code === region) ?? facts.grids.find(({ code }) => code === shown[0]);
  const run = chosen(runsOf(facts), 'run');
  const windows = windowsOf(facts);
  const days = windows.at(-1) as Option;
  const day = (name: string, fromNow: number): string => {
    const given = query.get(name) ?? '';
    return DAY.test(given) ? given : wallTime(facts.nowMs + fromNow * DAY_MS, grid?.marketZone ?? 'UTC').day;
  };
  const columns = query.getAll('columns').flatMap((text) => text.split(','));
  return {
    region: grid?.code ?? facts.grids[0]?.code ?? '',
    run,
    window: run.id === 'newest' ? chosen(windows, 'window', 1) : days,
    start: day('start', -1),
    end: day('end', run.id === 'newest' ? 1 : 0),
    columns: columnsOf(facts).filter(({ id }) => columns.includes(id)),
    format: chosen(formatsOf(facts), 'format'),
    zone: chosen(ZONES, 'zone'),
  };
}

export interface Call {
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
}

/** The call that answers the chosen question. @param format replaces the chosen one: a tool reads one of them best */
export function callOf({ region, run, window, start, end, columns, format, zone }: Wanted, as?: string): Call {
  const range = window.id === 'days' ? Object.entries({ start, end }) : [];
  const included = columns.flatMap(({ query: { include } }) => (include ? [include] : []));
  const quantiles = columns.find(({ query }) => query['quantiles'])?.query['quantiles'];
  return {
    path: '/demand/forecast',
    query: [
      ['region', region],
      ...Object.entries(run.query),
      ...Object.entries(window.query),
      ...range,
      ...(quantiles ? [['quantiles', quantiles] as const] : []),
      ...(included.length > 0 ? [['include', included.join(',')] as const] : []),
      ...Object.entries(zone.query),
      ['format', as ?? format.id],
    ],
  };
}

/** A call as it is written: nothing in it needs an escape. */
export const addressOf = ({ path, query }: Call): string =>
  `${path}?${query.map(([name, value]) => `${name}=${value}`).join('&')}`;
