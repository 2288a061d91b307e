/**
 * The requests sent to every server. Ratios are the gateway's CPU time per request divided by node:http's for the same
 * bytes and headers: `most` is the ceiling of `--check`, `goal` the target. Without `most` it is only shown. Ceilings
 * hold on a quiet machine; a check takes them times `SLACK`.
 */
export const ENDPOINTS = [
  { name: 'forecast', path: '/v1/demand/forecast?region=CISO', most: 1.5, goal: 1.5 },
  {
    name: 'forecast 15d 15min gzip',
    path: '/v1/demand/forecast?region=CISO&horizon=15d&resolution=15min',
    headers: { 'Accept-Encoding': 'gzip' },
    goal: 1.5,
  },
  { name: 'latest', path: '/v1/demand/latest?region=CISO', most: 1.5, goal: 1.5 },
  { name: 'history', path: '/v1/demand/history?region=CISO', most: 1.5, goal: 1.5 },
  { name: 'accuracy', path: '/v1/demand/accuracy?region=CISO', most: 1.5, goal: 1.5 },
  { name: 'forecast 304', path: '/v1/demand/forecast?region=CISO', isKnown: true, most: 1.3, goal: 1 },
  { name: '/livez', path: '/livez', most: 1.5, goal: 1.5 },
  { name: 'report of past days', path: reportPath, requests: 2_000, most: 1.5, goal: 1.5 },
  { name: 'report of past days 304', path: reportPath, isKnown: true, requests: 5_000, most: 1, goal: 1 },
];

/** Twenty past days of one area's day-ahead run, CSV. */
function reportPath(now) {
  const day = 86_400_000;
  const text = (ms) => `${new Date(ms).toISOString().slice(0, 10).replaceAll('-', '')}T00:00-0000`;
  const end = Math.floor(now / day) * day - day;
  const range = `startdatetime=${text(end - 20 * day)}&enddatetime=${text(end)}`;
  return `/oasis?queryname=SLD_FCST&market_run_id=DAM&tac_area_name=CISO&resultformat=6&version=1&${range}`;
}

/** How far above its ceiling a ratio may be on a machine that does other work. */
export const SLACK = 1.6;
