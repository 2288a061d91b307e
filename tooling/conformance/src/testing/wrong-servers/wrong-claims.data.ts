import { HOUR_MS } from '../../known/market-time.js';
import { asking, body, both, json, rows, type WrongServer } from './wrong-server.js';

interface Point {
  value_mw: number;
  p10: number;
  p90: number;
}

/** Bounds of A, moved to so many times their distance from the value. */
const widened = (times: number) =>
  body('/v1/demand/forecast', ({ data }: { data: Point[] }) => {
    for (const point of data) {
      point.p10 = point.value_mw - times * (point.value_mw - point.p10);
      point.p90 = point.value_mw + times * (point.p90 - point.value_mw);
    }
  });

interface Metrics {
  mape_pct: number;
  mae_mw: number;
  rmse_mw: number;
  bias_mw: number;
  coverage_pct?: number;
}

const accuracy = (change: (metrics: Metrics) => void) =>
  body('/v1/demand/accuracy', ({ data }: { data: { metrics: Metrics } }) => change(data.metrics));

const noAsOf = (of: string) => asking((path) => (path.startsWith(of) ? path.replace(/&as_of=20(?!5)[^&]*/, '') : path));

/** Claims about forecasts: how sure, how good, as of when. */
export const WRONG_CLAIMS: readonly WrongServer[] = [
  {
    name: 'p10, value and p90 are one number',
    noticedBy: '/v1/demand/forecast of PJM: p10 and p90 are apart',
    serve: widened(0),
  },
  {
    name: 'the bounds of A are fifteen times too wide',
    noticedBy: '/v1/demand/forecast of PJM: p10 and p90 are apart',
    serve: widened(15),
  },
  {
    name: 'the bounds of A are as sure a fortnight ahead as now',
    noticedBy: '/v1/demand/forecast: p10 and p90 of the last day are further apart',
    serve: body('/v1/demand/forecast', ({ data }: { data: Point[] }) => {
      // A share of the load, at any hour of the day; a hair less of later hours, so that rounding decides nothing.
      for (const [hour, point] of data.entries()) {
        const halfMw = point.value_mw * (0.02 - 0.001 * (hour / data.length));
        [point.p10, point.p90] = [point.value_mw - halfMw, point.value_mw + halfMw];
      }
    }),
  },
  {
    name: 'the bounds of A are not those that were scored',
    noticedBy: '/v1/demand/accuracy coverage and width are those of the bounds served as_of each gate',
    serve: widened(1.2),
  },
  {
    name: 'the bounds of C are a fifth as wide',
    noticedBy: '/forecast/v1/demand of PGE: the bounds of 30 days hold about four hours of five',
    serve: rows(/\/forecast\/v1\/demand/, (cells) =>
      cells.map((row) => {
        const [value, lower, upper] = [Number(row[4]), Number(row[5]), Number(row[6])];
        return row.with(5, String(value - (value - lower) / 5)).with(6, String(value + (upper - value) / 5));
      }),
    ),
  },
  {
    name: 'the bounds are said to have held every hour',
    noticedBy: '/v1/demand/accuracy of MISO: the bounds of 30 days held about four hours of five',
    serve: accuracy((metrics) => {
      if (metrics.coverage_pct !== undefined) metrics.coverage_pct = 100;
    }),
  },
  {
    name: 'every accuracy of A is 0.01',
    noticedBy: '/v1/demand/accuracy of PJM is what the served DAM rows score over 30 days',
    serve: accuracy((metrics) => {
      for (const name of ['mape_pct', 'mae_mw', 'rmse_mw', 'bias_mw'] as const) metrics[name] = 0.01;
    }),
  },
  {
    name: 'every accuracy of B is 0.01',
    noticedBy: '/oasis SLD_FCST_ACCURACY of DAM is what its served rows score over 30 days',
    serve: rows(/SLD_FCST_ACCURACY/, (cells) =>
      cells.map((row) => row.map((cell, i) => (i >= 4 && i <= 7 ? '0.01' : cell))),
    ),
  },
  {
    name: 'every accuracy of C is 0.01',
    noticedBy: '/forecast/v1/historical of PGE is what its served DAM rows score',
    serve: body('/forecast/v1/historical', (parsed) => {
      for (const name of Object.keys(parsed.metrics)) parsed.metrics[name] = 0.01;
    }),
  },
  {
    name: 'accuracy counts hours that it does not score',
    noticedBy: '/v1/demand/accuracy of SPP is what the served DAM rows score over 30 days',
    serve: body('/v1/demand/accuracy', ({ data }) => {
      data.metrics.sample_hours += 1;
    }),
  },
  {
    name: 'bias is actual less forecast',
    noticedBy: '/v1/demand/accuracy of PJM is what the served DAM rows score over 30 days',
    serve: accuracy((metrics) => {
      metrics.bias_mw = -metrics.bias_mw;
    }),
  },
  {
    name: 'the window of accuracy is ignored',
    noticedBy: '/v1/demand/accuracy window=7d run=DAM is of those days and that run',
    serve: both(
      body('/v1/demand/accuracy', ({ data }, path) => {
        if (path.includes('window=7d')) data.window.days = 7;
      }),
      asking((path) => path.replace('window=7d', 'window=30d')),
    ),
  },
  {
    name: 'the run of accuracy is ignored',
    noticedBy: '/v1/demand/accuracy window=7d run=2DA is of those days and that run',
    serve: both(
      body('/v1/demand/accuracy', ({ data }, path) => {
        if (path.includes('run=2DA')) data.run = '2DA';
      }),
      asking((path) => path.replace('run=2DA', 'run=DAM')),
    ),
  },
  {
    name: 'last week as a baseline is yesterday',
    noticedBy: '/v1/demand/accuracy baseline=naive_168h is the load of the week before, on the same hours',
    serve: asking((path) => path.replace('naive_168h', 'naive_24h')),
  },
  {
    name: 'the skill is always 50 percent',
    noticedBy: '/v1/demand/accuracy baseline=operator: the skill is that of its two errors',
    serve: body('/v1/demand/accuracy', ({ data }) => {
      if (data.baseline) data.baseline.skill_pct = 50;
    }),
  },
  {
    name: 'as_of is ignored on forecasts of A',
    noticedBy: '/v1/demand/forecast as_of of PJM was issued before it, and begins after it',
    serve: noAsOf('/v1/demand/forecast'),
  },
  {
    name: 'as_of is ignored on history',
    noticedBy: '/v1/demand/history as_of of PJM has no hour that was not over',
    serve: noAsOf('/v1/demand/history'),
  },
  {
    name: 'as_of is ignored on latest',
    noticedBy: '/v1/demand/latest as_of of PJM is what was new then',
    serve: noAsOf('/v1/demand/latest'),
  },
  {
    name: 'as_of is ignored on accuracy',
    noticedBy: '/v1/demand/accuracy as_of ends with the day before, and counts the runs of then',
    serve: noAsOf('/v1/demand/accuracy'),
  },
  {
    name: 'as_of is ignored on SLD_FCST',
    noticedBy: '/oasis SLD_FCST as_of before the DAM gate of a day has no row of it',
    serve: noAsOf('/oasis?queryname=SLD_FCST&'),
  },
  {
    name: 'as_of is ignored on SLD_ACTUAL',
    noticedBy: '/oasis SLD_ACTUAL as_of has no hour that was not over',
    serve: noAsOf('/oasis?queryname=SLD_ACTUAL'),
  },
  {
    name: 'as_of is ignored on SLD_FCST_ACCURACY',
    noticedBy: '/oasis SLD_FCST_ACCURACY as_of is what /v1/demand/accuracy says as_of then',
    serve: noAsOf('/oasis?queryname=SLD_FCST_ACCURACY'),
  },
  {
    name: 'as_of is ignored on SingleZip',
    noticedBy: '/oasisapi/SingleZip ACTUAL as_of has no hour that was not over',
    serve: noAsOf('/oasisapi/SingleZip'),
  },
  {
    name: 'as_of is ignored on DAM of C',
    noticedBy: '/forecast/v1/demand DAM as_of before the gate of a day has no row of it',
    serve: noAsOf('/forecast/v1/demand'),
  },
  {
    name: 'as_of is ignored on RTM of C',
    noticedBy: '/forecast/v1/demand RTM as_of says of later hours what was expected then',
    serve: noAsOf('/forecast/v1/demand'),
  },
  {
    name: 'as_of is ignored on scores of C',
    noticedBy: '/forecast/v1/historical as_of before the gate of a day has no score of it',
    serve: noAsOf('/forecast/v1/historical'),
  },
  {
    name: 'as_of may lie in the future',
    noticedBy: '/v1/demand/latest as_of the future is invalid_parameter naming as_of',
    serve: asking((path) => path.replace(/&as_of=[^&]*/, '')),
  },
  {
    name: 'revisions are hidden',
    noticedBy: '/v1/demand/revisions lists each value that changed',
    serve: body('/v1/demand/revisions', (parsed) => {
      parsed.data = [];
    }),
  },
  {
    name: 'as_of shows load as it was revised later',
    noticedBy: '/v1/demand/revisions lists each value that changed',
    serve: both(
      body('/v1/demand/history', (parsed, path) => {
        const asOf = Date.parse(/as_of=([^&]+)/.exec(path)?.[1] ?? '9999-01-01');
        parsed.data = parsed.data.filter((row: { timestamp: string }) => Date.parse(row.timestamp) + HOUR_MS <= asOf);
      }),
      noAsOf('/v1/demand/history'),
    ),
  },
  {
    name: 'compare shows another forecast than was issued',
    noticedBy: '/v1/demand/compare of CAISO at the DAM gate is what /forecast and /history say',
    serve: asking((path) =>
      path.replace('/v1/demand/compare?region=CAISO&gate=dam', '/v1/demand/compare?region=CAISO&gate=2da'),
    ),
  },
  {
    name: 'the snapshot is that of yesterday',
    noticedBy: '/v1/demand/snapshot is what /latest says of each grid',
    serve: asking((path) =>
      path === '/v1/demand/snapshot' ? `${path}?as_of=${new Date(Date.now() - 86_400_000).toISOString()}` : path,
    ),
  },
  {
    name: 'scores are those of another gate',
    noticedBy: '/v1/demand/scores over 28 days is what /v1/demand/accuracy says of them',
    serve: asking((path) => (path.startsWith('/v1/demand/scores') ? `${path}&run=2DA` : path)),
  },
  {
    name: 'a run changed after it was issued',
    noticedBy: '/v1/demand/runs/{run_id} has the digest',
    serve: json((text, path) =>
      /runs\/PJM-/.test(path)
        ? text.replace(/"value_mw":(\d+)/, (_, mw: string) => `"value_mw":${Number(mw) + 1}`)
        : text,
    ),
  },
  {
    name: 'a run stands in the chain of another region',
    noticedBy: '/v1/demand/runs/{run_id} has the digest',
    serve: json((text, path) =>
      /proof$/.test(path) ? text.replace(/"previous_link":"[^"]+"/, `"previous_link":"${'0'.repeat(64)}"`) : text,
    ),
  },
  ...['not_issued', 'not_loaded', 'before_history'].map((reason) => ({
    name: `${reason} is called not_covered`,
    noticedBy: 'no_data says the true reason: ',
    serve: json((text) => text.replace(`"reason":"${reason}"`, '"reason":"not_covered"')),
  })),
  {
    name: 'data is promised an hour after the gate',
    noticedBy: 'no_data says the true reason: DAM of a day whose gate is to come',
    serve: json((text) =>
      text.replace(/(?<="expected_at":")[^"]+/, (at) => new Date(Date.parse(at) + HOUR_MS).toISOString()),
    ),
  },
  {
    name: 'data is promised that nobody can deliver',
    noticedBy: 'no_data says the true reason: ',
    serve: json((text) =>
      text.replace('"reason":"not_loaded"', '"reason":"not_loaded","expected_at":"2090-01-01T00:00:00Z"'),
    ),
  },
];
