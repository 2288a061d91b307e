import { addDays, DAY_MS } from '../known/market-time.js';
import { range, yesterday } from '../load-reports.js';
import type { Service } from '../service.js';

type ErrorFormat = 'json' | 'xml';

export interface Endpoint {
  readonly name: string;
  readonly format: ErrorFormat;
  /** A good request, and the same as a JSON-error request where that differs. */
  path(service: Service): string;
  /** The same endpoint with so much to say that it is worth compressing. */
  readonly large?: (service: Service) => string;
}

const fcst = (service: Service) =>
  `queryname=SLD_FCST&market_run_id=DAM&tac_area_name=CISO&${range(yesterday(service, 'CISO'))}`;
const demand = (service: Service) => `tac_area=PGE&${range(yesterday(service, 'CISO'))}`;
/** The last 25 days of every area. */
const month = ({ now }: Service) => range({ start: now - 26 * DAY_MS, end: now - DAY_MS });
const longFcst = (service: Service) => `queryname=SLD_FCST&market_run_id=DAM&${month(service)}`;
const longDemand = (service: Service) => `tac_area=PGE&${month(service)}`;

/** Every endpoint that needs a key, in each format of its errors. */
export const METERED: readonly Endpoint[] = [
  { name: '/v1/demand/forecast', format: 'json', path: () => '/v1/demand/forecast?region=PJM' },
  {
    name: '/v1/demand/history',
    format: 'json',
    path: () => '/v1/demand/history?region=PJM',
    large: ({ now }) => {
      const [start, end] = [now - 25 * DAY_MS, now - DAY_MS].map((at) => new Date(at).toISOString());
      return `/v1/demand/history?region=PJM&start=${start}&end=${end}`;
    },
  },
  { name: '/v1/demand/latest', format: 'json', path: () => '/v1/demand/latest?region=PJM' },
  { name: '/v1/demand/accuracy', format: 'json', path: () => '/v1/demand/accuracy?region=PJM' },
  { name: '/v1/demand/snapshot', format: 'json', path: () => '/v1/demand/snapshot' },
  { name: '/v1/bulk', format: 'json', path: () => '/v1/bulk?region=PJM' },
  {
    name: '/v1/bulk/{dataset}/{file}',
    format: 'json',
    path: ({ now }) => {
      const asOf = new Date(now - DAY_MS).toISOString();
      return `/v1/bulk/actuals/PJM-${asOf.slice(0, 7)}.parquet?as_of=${asOf}`;
    },
  },
  { name: '/v1/demand/scores', format: 'json', path: () => '/v1/demand/scores?region=PJM' },
  { name: '/v1/demand/runs', format: 'json', path: () => '/v1/demand/runs?region=PJM' },
  { name: '/v1/demand/runs/{run_id}', format: 'json', path: () => '/v1/demand/runs/PJM-newest' },
  { name: '/v1/demand/drivers', format: 'json', path: () => '/v1/demand/drivers?region=PJM' },
  { name: '/v1/demand/scenarios', format: 'json', path: () => '/v1/demand/scenarios?region=PJM&n=3' },
  { name: '/v1/demand/peaks', format: 'json', path: () => '/v1/demand/peaks?region=PJM' },
  { name: '/v1/demand/runs/{run_id}/proof', format: 'json', path: () => '/v1/demand/runs/PJM-newest/proof' },
  { name: '/v1/demand/revisions', format: 'json', path: () => '/v1/demand/revisions?region=PJM' },
  {
    name: '/v1/demand/compare',
    format: 'json',
    path: () => '/v1/demand/compare?region=PJM',
    large: ({ now }) => {
      const [start, end] = [now - 8 * DAY_MS, now].map((at) => new Date(at).toISOString());
      return `/v1/demand/compare?region=PJM&gate=dam&start=${start}&end=${end}`;
    },
  },
  {
    name: '/v1/oasis',
    format: 'xml',
    path: (service) => `/v1/oasis?${fcst(service)}`,
    large: (service) => `/v1/oasis?${longFcst(service)}`,
  },
  {
    name: '/oasis',
    format: 'xml',
    path: (service) => `/oasis?${fcst(service)}`,
    large: (service) => `/oasis?${longFcst(service)}`,
  },
  {
    name: '/oasis resultformat=7',
    format: 'json',
    path: (service) => `/oasis?${fcst(service)}&resultformat=7`,
    large: (service) => `/oasis?${longFcst(service)}&resultformat=7`,
  },
  {
    name: '/oasisapi/SingleZip',
    format: 'xml',
    path: (service) => `/oasisapi/SingleZip?${fcst(service).replace('=CISO', '=CA+ISO-TAC')}&version=1`,
  },
  {
    name: '/forecast/v1/demand',
    format: 'xml',
    path: (service) => `/forecast/v1/demand?${demand(service)}`,
    large: (service) => `/forecast/v1/demand?${longDemand(service)}`,
  },
  {
    name: '/forecast/v1/demand resultformat=7',
    format: 'json',
    path: (service) => `/forecast/v1/demand?${demand(service)}&resultformat=7`,
    large: (service) => `/forecast/v1/demand?${longDemand(service)}&resultformat=7`,
  },
  {
    name: '/forecast/v1/historical',
    format: 'json',
    path: ({ today }) => `/forecast/v1/historical?tac_area=PGE&date=${addDays(today, -2)}`,
  },
  { name: '/forecast/v1/tac-areas', format: 'json', path: () => '/forecast/v1/tac-areas' },
];
