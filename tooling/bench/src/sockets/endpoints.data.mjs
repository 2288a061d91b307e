/**
 * The requests sent to every server. `measured` is the gateway's CPU time per request divided by node:http's for the
 * same bytes and headers, the highest of the quiet machines with 2 cores that were tried: the price of a system call
 * differs, and with it the ratio. A check fails above `MARGIN` times that.
 */
export const ENDPOINTS = [
  { name: 'forecast', path: '/v1/demand/forecast?region=CISO', measured: 1.3 },
  {
    name: 'forecast 15d 15min gzip',
    path: '/v1/demand/forecast?region=CISO&horizon=15d&resolution=15min',
    headers: { 'Accept-Encoding': 'gzip' },
    measured: 1.35,
  },
  { name: 'latest', path: '/v1/demand/latest?region=CISO', measured: 1.35 },
  { name: 'history', path: '/v1/demand/history?region=CISO', measured: 1.4 },
  { name: 'accuracy', path: '/v1/demand/accuracy?region=CISO', measured: 1.4 },
  { name: 'forecast 304', path: '/v1/demand/forecast?region=CISO', isKnown: true, measured: 1.45 },
  { name: '/livez', path: '/livez', measured: 1.2 },
  { name: 'report of past days', path: reportPath, requests: 2_000, measured: 1.5 },
  { name: 'report of past days 304', path: reportPath, isKnown: true, requests: 5_000, measured: 1.5 },
];

/** Twenty past days of one area's day-ahead run, CSV. */
function reportPath(now) {
  const day = 86_400_000;
  const text = (ms) => `${new Date(ms).toISOString().slice(0, 10).replaceAll('-', '')}T00:00-0000`;
  const end = Math.floor(now / day) * day - day;
  const range = `startdatetime=${text(end - 20 * day)}&enddatetime=${text(end)}`;
  return `/oasis?queryname=SLD_FCST&market_run_id=DAM&tac_area_name=CISO&resultformat=6&version=1&${range}`;
}

/**
 * How far above its measured ratio an endpoint may be. Answers that go through `writeHead` and `end` of node:http, not
 * through `writeWhole`, are at 1.92 of /livez and 2.14 of a 304 on such a machine.
 */
export const MARGIN = 1.3;
