import {
  Areas,
  CONTRACT_AREAS,
  DAY_MS,
  type EpochMs,
  HOUR_MS,
  type LoadSource,
  MINUTE_MS,
  type Observations,
} from '@loadcast/core';
import { memoryActualsStore } from '@loadcast/core/memory';
import type { PollRecord } from '@loadcast/storage/sqlite';
import { beforeEach, expect, test } from 'vitest';
import { Poller, type PollerDeps } from './poller.js';

const START = Date.UTC(2026, 6, 1, 12, 10);
const KEY = { series: 'PJM', measure: 'demand' } as const;

let now: EpochMs;
let asked: EpochMs[];
let news: number;
let errors: string[];
let noted: PollRecord[];
beforeEach(() => {
  now = START;
  asked = [];
  news = 0;
  errors = [];
  noted = [];
});

/** Load that is higher at each poll, so that each brings something new; or a failure. */
function source(fails: () => boolean = () => false): LoadSource {
  return {
    name: 'grid',
    async fetch(window, at): Promise<Observations> {
      asked.push(at);
      if (fails()) throw new Error('out of order');
      const valuesMw = new Float64Array(2).fill(90_000 + asked.length);
      return { source: 'grid', provenance: {}, series: [{ key: KEY, start: window.start, valuesMw }] };
    },
  };
}

function poller(fields: Partial<PollerDeps> = {}): Poller {
  const write = (_fields: object, line: string) => void errors.push(line);
  return new Poller({
    clock: { now: () => now },
    actuals: memoryActualsStore(),
    source: source(),
    sourceAreas: () => CONTRACT_AREAS,
    log: { info() {}, warn() {}, error: write } as never,
    observer: { polled() {}, issued() {}, leading() {} },
    leadership: { signal: new AbortController().signal },
    polls: { add: async (poll) => void noted.push(poll) },
    pollWeather: undefined,
    onNews: async () => void news++,
    ...fields,
  });
}

/** Calls at every minute since the start at which the source was polled for the last week. */
async function minutesAsked(polling: Poller, minutes: number): Promise<number[]> {
  const found: number[] = [];
  for (let minute = 0; minute <= minutes; minute++) {
    now = START + minute * MINUTE_MS;
    const before = noted.filter(({ source: name }) => name === 'grid').length;
    await polling.poll();
    if (noted.filter(({ source: name }) => name === 'grid').length > before) found.push(minute);
  }
  return found;
}

test.each([
  { name: 'every ten minutes while all comes', fails: () => false, minutes: [0, 10, 20] },
  { name: 'two minutes after a failure', fails: () => true, minutes: [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20] },
])('the source is asked $name', async ({ fails, minutes }) => {
  expect(await minutesAsked(poller({ source: source(fails) }), 20)).toEqual(minutes);
});

test('a poll that is asked for soon does not wait for its time, and two calls are one poll', async () => {
  const polling = poller();
  await Promise.all([polling.poll(), polling.poll()]);
  const once = asked.length;
  await polling.poll();
  expect(asked.length).toBe(once);
  polling.pollSoon();
  await polling.poll();
  expect(asked.length).toBeGreaterThan(once);
});

test('other areas are asked for at once, with the weeks before, which were read for those before', async () => {
  let areas = CONTRACT_AREAS;
  const windows: number[] = [];
  const one = source();
  const fetch: LoadSource['fetch'] = (window, ...rest) => {
    windows.push((now - window.start) / DAY_MS);
    return one.fetch(window, ...rest);
  };
  const polling = poller({ source: { ...one, fetch }, sourceAreas: () => areas });
  const oldest = async () => {
    windows.length = 0;
    await polling.poll();
    return Math.round(Math.max(0, ...windows));
  };
  expect([await oldest(), await oldest()]).toEqual([60, 0]);
  areas = new Areas(CONTRACT_AREAS.list);
  expect([await oldest(), await oldest()]).toEqual([60, 0]);
});

test.each([
  { name: 'new weather is news', pollWeather: async () => true, isNews: true, log: [] },
  { name: 'old weather is none', pollWeather: async () => false, isNews: false, log: [] },
  {
    name: 'weather that fails is logged and stops no load',
    pollWeather: () => Promise.reject(new Error('refused')),
    isNews: false,
    log: ['weather poll failed'],
  },
])('$name', async ({ pollWeather, isNews, log }) => {
  await poller({ source: undefined, pollWeather }).poll();
  expect([news > 0, errors]).toEqual([isNews, log]);
  await poller({ pollWeather }).poll();
  expect(asked.length).toBeGreaterThan(0);
});

test('the ledger tells polls of load, of the weeks before and of the weather apart, with the reason of a failure', async () => {
  await poller({ pollWeather: () => Promise.reject(new Error('refused')) }).poll();
  const about = noted.map(({ source: name, outcome, reason }) => [name, outcome, reason]);
  expect(about).toHaveLength(3);
  expect(about).toEqual(
    expect.arrayContaining([
      ['grid', 'ok', undefined],
      ['grid, deep', 'ok', undefined],
      ['weather', 'failed', 'refused'],
    ]),
  );
});

test('a poll after the lead is lost logs nothing, and notes nothing', async () => {
  const lost = new AbortController();
  const pollWeather = async () => {
    lost.abort(new Error('another leads'));
    throw new Error('stopped');
  };
  await poller({ source: undefined, pollWeather, leadership: { signal: lost.signal } }).poll();
  expect([errors, noted, news]).toEqual([[], [], 0]);
});

test('load that comes is stored although the weather never does', async () => {
  const actuals = memoryActualsStore();
  void poller({ actuals, pollWeather: () => new Promise(() => {}) }).poll();
  for (let turn = 0; news === 0 && turn < 1_000; turn++) await new Promise((resolve) => setImmediate(resolve));
  const { start, values } = await actuals.read(KEY);
  expect([news > 0, values.length > 0, start < START - HOUR_MS]).toEqual([true, true, true]);
});
