/** A path of the public port, and whether its answer is read from load or forecasts: then it takes `as_of`. */
export interface EndpointExample {
  readonly path: string;
  readonly readsStore: boolean;
  /** A surface whose plan the key has; absent: none is needed. */
  readonly plan?: 'a' | 'b' | 'c';
}

const B_RANGES = [
  'SLD_FCST&market_run_id=DAM&resultformat=5',
  'SLD_FCST&market_run_id=7DA&resultformat=6',
  'SLD_ACTUAL&resultformat=6',
].map((report) => `?queryname=${report}&startdatetime={start}&enddatetime={end}`);
const C_RUNS = ['DAM&resultformat=5', 'RTM&resultformat=6', '2DA&resultformat=7', 'DAM&version=1', 'RTM&version=2'];

/**
 * Requests to every endpoint, `{start}` and `{end}` standing for a range around the requested instant, `{asOf}` and
 * `{month}` for the instant and its month. A test holds that each endpoint of docs/contract.md is here.
 */
export const ENDPOINT_EXAMPLES: readonly EndpointExample[] = [
  ...[
    '/v1/demand/forecast?region=PJM',
    '/v1/demand/forecast?region=CAISO&horizon=15d&resolution=15min',
    '/v1/demand/forecast?region=CAISO&gate=-1d@06:00&start={start}&end={end}&format=csv&tz=market',
    '/v1/demand/forecast?region=PJM&lead=30h&start={start}&end={end}&format=columns',
    '/v1/demand/forecast?region=PJM&include=operator,inputs&quantiles=0.05,0.95',
    '/v1/demand/forecast?region=CAISO&lead=2h&include=actual,operator&start={start}&end={end}&format=csv',
    '/v1/demand/history?region=PJM',
    '/v1/demand/history?region=PJM&start={day}&format=ndjson&tz=local',
    '/v1/demand/latest?region=PJM',
    '/v1/demand/latest?region=PJM&format=csv',
    '/v1/demand/accuracy?region=PJM',
    '/v1/demand/accuracy?region=CAISO&window=10d&run=2DA&baseline=naive_24h',
    '/v1/demand/accuracy?region=CAISO&baseline=operator',
    '/v1/demand/snapshot?region=all',
    '/v1/demand/snapshot?region=PJM,PGE&tz=market&format=csv',
    '/v1/demand/compare?region=PJM,PGE',
    '/v1/demand/compare?region=CAISO&gate=dam&start={start}&end={end}&format=csv',
    '/v1/demand/compare?region=PJM&lead=30h&start={start}&end={end}&format=columns',
    '/v1/demand/scores?region=PJM,CAISO',
    '/v1/demand/scores?region=PGE&by=day&lead=30h&start={start}&end={end}&format=csv',
    '/v1/demand/runs?region=PJM,PGE',
    '/v1/demand/runs/PJM-newest?tz=market',
    '/v1/demand/runs/PJM-newest/proof?format=json',
    '/v1/demand/revisions?region=PJM,CAISO',
    '/v1/withheld?region=SPP,PJM&start={start}&end={end}',
    '/v1/demand/forecast?region=PJM&include=drivers',
    '/v1/bulk/forecasts/PJM-{month}.parquet?as_of={asOf}',
    '/v1/bulk/actuals/PJM-{month}.parquet?as_of={asOf}',
    '/v1/bulk/scores/PJM-{month}.parquet?as_of={asOf}',
    '/v1/demand/drivers?region=PJM,CAISO',
    '/v1/demand/drivers?region=PJM&gate=dam&start={start}&end={end}&format=csv',
    '/v1/demand/scenarios?region=PJM&n=5',
    '/v1/demand/scenarios?run_id=CAISO-newest&n=3&horizon=2d&format=csv',
    '/v1/demand/peaks?region=PJM,CAISO',
    '/v1/demand/peaks?region=PJM&gate=dam&start={start}&end={end}&format=csv',
    ...B_RANGES.map((query) => `/v1/oasis${query}`),
    '/v1/oasis?queryname=SLD_FCST_ACCURACY',
  ].map((path): EndpointExample => ({ path, readsStore: true, plan: 'a' })),
  ...[
    ...B_RANGES.map((query) => `/oasis${query}`),
    '/oasis?queryname=SLD_ACTUAL&tac_area_name=PJM&startdatetime={start}&enddatetime={end}&resultformat=7',
    '/oasis?queryname=SLD_FCST_ACCURACY',
    '/oasis?queryname=SLD_FCST_ACCURACY&market_run_id=2DA&tac_area_name=PJM&resultformat=7',
    '/oasisapi/SingleZip?queryname=SLD_FCST&version=1&startdatetime={start}&enddatetime={end}&resultformat=6',
  ].map((path): EndpointExample => ({ path, readsStore: true, plan: 'b' })),
  ...[
    ...C_RUNS.map(
      (run) => `/forecast/v1/demand?tac_area=PGE&startdatetime={start}&enddatetime={end}&market_run_id=${run}`,
    ),
    '/forecast/v1/historical?tac_area=PGE&date={day}',
  ].map((path): EndpointExample => ({ path, readsStore: true, plan: 'c' })),
  { path: '/v1/regions', readsStore: false },
  { path: '/v1/health', readsStore: false },
  { path: '/v1/status', readsStore: false },
  { path: '/v1/submissions/checkpoint', readsStore: false },
  { path: '/v1/submissions/proof?leaf=0', readsStore: false },
  { path: '/v1/usage', readsStore: false, plan: 'a' },
  { path: '/v1/usage/history?days=7', readsStore: false, plan: 'a' },
  { path: '/v1/bulk?region=PJM', readsStore: false, plan: 'a' },
  { path: '/v1/me', readsStore: false, plan: 'a' },
  { path: '/oasis?queryname=TAC_AREAS', readsStore: false },
  { path: '/v1/oasis?queryname=TAC_AREAS', readsStore: false },
  { path: '/forecast/v1/tac-areas', readsStore: false, plan: 'c' },
];
