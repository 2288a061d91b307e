import { createHash } from 'node:crypto';
import { NAUGHTY } from './attacks.data.js';

/** An endpoint with a query that it takes. */
export interface FuzzTarget {
  readonly path: string;
  readonly good: Readonly<Record<string, string>>;
}

const RANGE = 'startdatetime=20260710T07:00-0000&enddatetime=20260711T07:00-0000';

/** Good queries with every parameter, by path. */
const GOOD = {
  '/v1/demand/forecast': 'region=PJM&horizon=1d&resolution=1h&as_of=2026-07-10T12:00:00Z',
  '/v1/demand/history': 'region=PJM&start=2026-07-09T12:00:00Z&end=2026-07-10T12:00:00Z',
  '/v1/demand/accuracy': 'region=PJM&window=30d&run=DAM&baseline=naive_24h',
  '/oasis': `queryname=SLD_FCST&market_run_id=DAM&tac_area_name=CISO&${RANGE}&resultformat=6&version=1`,
  '/oasisapi/SingleZip': `queryname=SLD_FCST&version=1&tac_area_name=PGE-TAC&${RANGE}`,
  '/forecast/v1/demand': `tac_area=PGE&market_run_id=DAM&${RANGE}&resultformat=7&version=1`,
  '/forecast/v1/historical': 'tac_area=PGE&date=2026-07-09&metric=mape',
};

export const TARGETS: readonly FuzzTarget[] = Object.entries(GOOD).map(([path, query]) => ({
  path,
  good: Object.fromEntries(new URLSearchParams(query)),
}));

/** Values near the allowed ones. */
const NEAR = [
  ...['', ' PJM '],
  ...'0 1 -1 31 367d 1.0 1e2 DAM 2DA RTM ACTUAL ALL CISO,PJM pjm 5 6 7 8 15min 5min'.split(' '),
  ...'2026-02-30 2028-02-29 0001-01-01 9999-12-31 20261101T01:00-0700 20260308T02:30-0800'.split(' '),
  ...'20260229T24:00-0000 20261301T00:00-0000 2026-11-01T01:30:00-07:00 2026-11-01T01:30:60Z'.split(' '),
  '+005350-01-01T00:00:00Z',
];

/**
 * Queries made from a good one by one to four changes: a value near or far from the allowed ones, a parameter left out, given
 * twice, renamed, in another case, or of another endpoint. The same seed gives the same queries.
 */
export function fuzzedQueries({ good }: FuzzTarget, seed: number, count: number): string[] {
  const pick = picker(seed + 1);
  return Array.from({ length: count }, () => {
    const pairs = Object.entries(good);
    for (let changes = 1 + pick(4); changes > 0 && pairs.length > 0; changes--) {
      const at = pick(pairs.length);
      const [name, value] = pairs[at]!;
      const anything = (pick(2) === 0 ? NEAR : NAUGHTY)[pick(Math.min(NEAR.length, NAUGHTY.length))]!;
      CHANGES[pick(CHANGES.length)]!(pairs, at, { name, value, anything });
    }
    return pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  });
}

type Pairs = [string, string][];
interface Picked {
  readonly name: string;
  readonly value: string;
  readonly anything: string;
}

const CHANGES: readonly ((pairs: Pairs, at: number, picked: Picked) => void)[] = [
  (pairs, at, { name, anything }) => pairs.splice(at, 1, [name, anything]),
  (pairs, at, { name, anything }) => pairs.splice(at, 1, [name, anything]),
  (pairs, at) => pairs.splice(at, 1),
  (pairs, _, { name, value }) => pairs.push([name, value]),
  (pairs, _, { name, anything }) => pairs.push([name, anything]),
  (pairs, at, { name, value }) => pairs.splice(at, 1, [`${name}[]`, value]),
  (pairs, at, { name, value }) => pairs.splice(at, 1, [name.toUpperCase(), value]),
  (pairs, at, { name, value }) => pairs.splice(at, 1, [name, `${value}${value}`]),
  (pairs, _, { anything }) => pairs.push([anything.slice(0, 40), anything]),
  (pairs, _, { anything }) => pairs.push(['as_of', anything]),
  (pairs) => pairs.reverse(),
];

/** Whole numbers below a limit, the same for the same seed. */
function picker(seed: number): (below: number) => number {
  let drawn = 0;
  return (below) => createHash('sha256').update(`${seed} ${drawn++}`).digest().readUInt32LE() % below;
}
