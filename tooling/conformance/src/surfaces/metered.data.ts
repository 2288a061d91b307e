import { addDays, DAY_MS, iso } from '../known/market-time.js';
import { queryOf, range, yesterday } from '../load-reports.js';
import type { Service } from '../service.js';

export interface Endpoint {
  /** Its path, and the parameter that gives its errors another format. */
  readonly name: string;
  readonly format: 'json' | 'xml';
  /** A good request. */
  path(service: Service): string;
  /** The same endpoint with so much to say that it is worth compressing. */
  readonly large: ((service: Service) => string) | undefined;
}

export const withQuery = (path: string, more: string): string => `${path}${path.includes('?') ? '&' : '?'}${more}`;

const DAM = queryOf('DAM');
const AREA = `${DAM}&tac_area_name=CISO&{yesterday}`;

/** Every endpoint that needs a key, in each format of its errors: a good query, and one whose answer is large. */
const QUERIES: Readonly<Record<string, readonly [good: string, large?: string]>> = {
  '/v1/demand/forecast': ['region=PJM', 'region=PJM&horizon=15d'],
  '/v1/demand/history': ['region=PJM', 'region=PJM&start={-25}&end={-1}'],
  '/v1/demand/latest': ['region=PJM'],
  '/v1/demand/accuracy': ['region=PJM'],
  '/v1/demand/snapshot': [''],
  '/v1/bulk': ['region=PJM'],
  '/v1/bulk/{dataset}/{file}': ['as_of={-1}'],
  '/v1/demand/scores': ['region=PJM'],
  '/v1/demand/runs': ['region=PJM'],
  '/v1/demand/runs/{run_id}': [''],
  '/v1/demand/drivers': ['region=PJM'],
  '/v1/demand/scenarios': ['region=PJM&n=3'],
  '/v1/demand/peaks': ['region=PJM'],
  '/v1/demand/runs/{run_id}/proof': [''],
  '/v1/withheld': ['region=PJM'],
  '/v1/demand/revisions': ['region=PJM'],
  '/v1/demand/compare': ['region=PJM', 'region=PJM&gate=dam&start={-8}&end={-0}'],
  '/v1/oasis': [AREA, `${DAM}&{month}`],
  '/oasis': [AREA, `${DAM}&{month}`],
  '/oasis resultformat=7': [AREA, `${DAM}&{month}`],
  '/oasisapi/SingleZip': [`${AREA.replace('CISO', 'CA+ISO-TAC')}&version=1`],
  '/forecast/v1/demand': ['tac_area=PGE&{yesterday}', 'tac_area=PGE&{month}'],
  '/forecast/v1/demand resultformat=7': ['tac_area=PGE&{yesterday}', 'tac_area=PGE&{month}'],
  '/forecast/v1/historical': ['tac_area=PGE&date={date}'],
  '/forecast/v1/tac-areas': [''],
};

/** Fills the names in braces: `{-25}` is the instant 25 days ago. */
const filled = (text: string, service: Service): string =>
  text.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const ago = (days: number) => service.now - days * DAY_MS;
    const values: Readonly<Record<string, string>> = {
      yesterday: range(yesterday(service)),
      month: range({ start: ago(26), end: ago(1) }),
      date: addDays(service.today, -2),
      run_id: 'PJM-newest',
      dataset: 'actuals',
      file: `PJM-${iso(ago(1)).slice(0, 7)}.parquet`,
    };
    return values[name] ?? iso(ago(-Number(name)));
  });

export const METERED: readonly Endpoint[] = Object.entries(QUERIES).map(([name, [good, large]]) => {
  const [path = '', more] = name.split(' ');
  const address = (query: string) => [path, [query, more].filter(Boolean).join('&')].filter(Boolean).join('?');
  const isReport = /oasis|forecast\/v1\/demand/.test(path);
  return {
    name,
    format: isReport && more === undefined ? 'xml' : 'json',
    path: (service) => filled(address(good), service),
    large: large === undefined ? undefined : (service) => filled(address(large), service),
  };
});
