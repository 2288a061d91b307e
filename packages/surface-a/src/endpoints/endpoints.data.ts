import { type EndpointDescription, ISSUE_HEADERS } from '@loadcast/formats';
import { accuracyQuery } from '../accuracy.js';
import { forecastQuery } from '../forecast-query.js';
import { healthQuery } from '../health.js';
import { historyQuery } from '../history.js';
import { latestQuery } from '../latest.js';
import { regionsQuery } from '../regions.js';
import { JSON_ANSWER, READS, TABLES } from './answer-types.data.js';
import { healthAnswer, regionsAnswer } from './answers.js';
import { accuracyAnswers, forecastAnswers, historyAnswers, latestAnswers } from './answers-by-parameter.js';

export const forecastEndpoint = {
  ...READS,
  path: '/demand/forecast',
  name: 'getForecast',
  title: 'The newest forecast of a region',
  notes: [
    'From the first full hour after now (after `as_of`): 24, 48, 168 or 360 rows, four times as many at `15min`. `p10` and `p90` are the bounds of an 80 % interval; the Free plan does not get them.',
    'With `start` and `end` what was forecast of those hours: by the newest run, or by the run of a `gate` or `lead`, each point with its `issued_at`.',
    'Quantiles other than p10, `value_mw` (the median) and p90 are read from these three, the load taken as log-logistic on either side of the median: on average within 6 % of the width from p10 to p90 of those of the run’s own error tables, which are not kept. An hour that nothing was known of has no `actual_mw` or `operator_mw`.',
  ],
  query: forecastQuery,
  answers: [{ type: JSON_ANSWER, schema: forecastAnswers }, ...TABLES],
  headers: ISSUE_HEADERS,
  examples: [
    'region=CAISO',
    'region=PJM&horizon=7d',
    'region=ERCOT&resolution=15min',
    'region=MISO&tz=market',
    'region=PJM&gate=-1d@10:00&start=2026-11-20&end=2026-11-20',
    'region=PJM&lead=6h&start=2026-11-20&end=2026-11-20&format=csv',
    'region=CAISO&format=columns',
    'region=PJM&include=drivers',
    'region=PJM&include=inputs&quantiles=0.05,0.15,0.2,0.25,0.3,0.35,0.4,0.45,0.5,0.55,0.6,0.65,0.7,0.75,0.8,0.85,0.95',
    'region=PJM&gate=dam&start=2026-11-20&end=2026-11-20&include=actual,operator&quantiles=0.05,0.95',
  ],
} as const satisfies EndpointDescription;

export const historyEndpoint = {
  ...READS,
  path: '/demand/history',
  name: 'getHistory',
  title: 'Measured load of a region',
  notes: ['An hour without a believable value is absent, never null or zero, and counted in `missing`.'],
  query: historyQuery,
  answers: [{ type: JSON_ANSWER, schema: historyAnswers }, ...TABLES],
  examples: [
    'region=PJM',
    'region=PJM&start=2026-11-20T10:00:00Z&end=2026-11-20T16:00:00Z',
    'region=PJM&tz=local',
    'region=PJM&tz=local&format=columns',
    'region=PJM&start=2026-11-20&end=2026-11-20&tz=market&format=csv',
  ],
} as const satisfies EndpointDescription;

export const latestEndpoint = {
  ...READS,
  path: '/demand/latest',
  name: 'getLatest',
  title: 'The newest measured hour of a region, and the forecast of the next',
  query: latestQuery,
  answers: [{ type: JSON_ANSWER, schema: latestAnswers }, ...TABLES],
  headers: ISSUE_HEADERS,
  examples: ['region=MISO', 'region=MISO&tz=local', 'region=MISO&format=ndjson', 'region=MISO&tz=local&format=columns'],
} as const satisfies EndpointDescription;

export const accuracyEndpoint = {
  ...READS,
  path: '/demand/accuracy',
  name: 'getAccuracy',
  title: 'How good past forecasts of a region were',
  notes: [
    'The DAM run over the last 30 operating days. With `window`, `run` or `baseline` the answer also has coverage and width of the bounds, the days, and the baseline on the same hours.',
  ],
  query: accuracyQuery,
  answers: [{ type: JSON_ANSWER, schema: accuracyAnswers }, ...TABLES],
  examples: [
    'region=PJM',
    'region=PJM&run=2DA',
    'region=NYISO&window=7d&baseline=naive_168h',
    'region=PJM&format=csv',
    'region=PJM&window=7d&baseline=operator&format=columns',
  ],
} as const satisfies EndpointDescription;

export const regionsEndpoint = {
  path: '/regions',
  name: 'listRegions',
  title: 'The regions, with their clocks, horizons and aliases',
  access: 'public',
  conditional: true,
  query: regionsQuery,
  answers: [{ type: JSON_ANSWER, schema: regionsAnswer }],
  examples: [''],
} as const satisfies EndpointDescription;

export const healthEndpoint = {
  path: '/health',
  name: 'getHealth',
  title: 'Whether the service is in order',
  notes: [
    'The HTTP status is 200 as long as the process can answer. `X-Degraded-Because` says why the status is `degraded`.',
  ],
  access: 'public',
  query: healthQuery,
  answers: [{ type: JSON_ANSWER, schema: healthAnswer }],
  examples: [''],
} as const satisfies EndpointDescription;
