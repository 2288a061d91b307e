import { DAY_MS, type EpochMs, HOUR_MS, type LoadSource, type Observations, type Window } from '@loadcast/core';
import { memoryActualsStore } from '@loadcast/core/memory';
import type { PollRecord } from '@loadcast/storage/sqlite';
import { beforeEach, expect, test } from 'vitest';
import { createLoadPolls } from './load-polls.js';
import { piecesOf } from './read-pieces.js';
import type { Polled } from './service-observer.js';

const NOW = Date.UTC(2026, 6, 1, 12, 10);
const SHALLOW_DAYS = 9;
const DEEP_DAYS = 53;
const KEY = { series: 'PJM', measure: 'demand' } as const;
const never = new AbortController().signal;

let actuals: ReturnType<typeof memoryActualsStore>;
let asked: Window[];
let polled: Polled[];
let lines: string[];
beforeEach(() => {
  actuals = memoryActualsStore();
  asked = [];
  polled = [];
  lines = [];
  noted = [];
});

/** Load of PJM by the day, except the days that fail. */
function dailySource(fails: (day: Window) => boolean = () => false): LoadSource {
  return {
    name: 'daily',
    pieceMs: DAY_MS,
    async fetch(window): Promise<Observations> {
      asked.push(window);
      if (fails(window)) throw new Error('a page did not come');
      const hours = (window.end - window.start) / HOUR_MS;
      const series = [{ key: KEY, start: window.start, valuesMw: new Float64Array(hours).fill(90_000) }];
      return { source: 'daily', provenance: { quarantined_rows: 1, quarantined: '{}' }, series };
    },
  };
}

let noted: PollRecord[];

function polls(
  source: LoadSource,
  clock = { now: () => NOW },
  add = async (poll: PollRecord) => void noted.push(poll),
) {
  const write = (_fields: object, line: string) => void lines.push(line);
  const log = { info: write, warn: write, error: write };
  const observer = { polled: (row: Polled) => polled.push(row), issued() {}, leading() {} };
  return createLoadPolls({ source, actuals, clock, log: log as never, observer, polls: { add } });
}

const heldHours = async () => (await actuals.read(KEY)).values.filter((mw) => !Number.isNaN(mw)).length;
const startOf = (window: Window | undefined): EpochMs => window!.start;

test.each([
  { name: 'whole without a length', days: 3, pieceMs: undefined, lengths: [72] },
  { name: 'the newest first, the oldest shorter', days: 2.5, pieceMs: DAY_MS, lengths: [24, 24, 12] },
  { name: 'none of an empty window', days: 0, pieceMs: DAY_MS, lengths: [] },
])('a window in pieces: $name', ({ days, pieceMs, lengths }) => {
  const pieces = piecesOf({ start: 0, end: days * DAY_MS }, pieceMs);
  expect(pieces.map(({ start, end }) => (end - start) / HOUR_MS)).toEqual(lengths);
  expect(pieces.map(({ end }) => end)).toEqual([days * DAY_MS, ...pieces.map(startOf)].slice(0, pieces.length));
});

test('the last week comes before the weeks before, each newest first, and the weeks before once a day', async () => {
  const { shallow, deep } = polls(dailySource());
  expect(await shallow(NOW, never)).toEqual({ isNew: true, failed: false });
  expect(asked).toHaveLength(SHALLOW_DAYS);
  expect(await deep(NOW, never)).toEqual({ isNew: true });
  expect(asked).toHaveLength(SHALLOW_DAYS + DEEP_DAYS);
  expect(asked.map(startOf)).toEqual([...asked.map(startOf)].sort((a, b) => b - a));
  expect(await deep(NOW + HOUR_MS, never)).toEqual({ isNew: false });
  expect(asked).toHaveLength(SHALLOW_DAYS + DEEP_DAYS);
  await deep(NOW + DAY_MS, never);
  expect(asked).toHaveLength(SHALLOW_DAYS + 2 * DEEP_DAYS);
  expect(polled.map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
});

// docs/faults.md: fault 112
test('one day that never comes costs that day: the others are kept, and the next poll asks for it alone', async () => {
  const broken = Math.floor(NOW / HOUR_MS) * HOUR_MS - 20 * DAY_MS;
  let isBroken = true;
  const { shallow, deep } = polls(dailySource(({ start }) => isBroken && start === broken));
  await shallow(NOW, never);
  await deep(NOW, never);
  const before = await heldHours();
  expect(before).toBe(60 * 24 + 1 - 24);
  asked = [];
  isBroken = false;
  expect(await deep(NOW + HOUR_MS, never)).toEqual({ isNew: true });
  expect(asked.map(startOf)).toEqual([broken]);
  expect(await heldHours()).toBe(before + 24);
});

test('a day of the last week that does not come fails the poll, and the other days are kept', async () => {
  const broken = Math.floor(NOW / HOUR_MS) * HOUR_MS - 2 * DAY_MS;
  const { shallow } = polls(dailySource(({ start }) => start === broken));
  expect(await shallow(NOW, never)).toEqual({ isNew: true, failed: true });
  expect(polled).toMatchObject([{ outcome: 'failed', newHours: 6 * 24 + 1 }]);
});

test('a source that is down is asked twice, not for every day, and not for the weeks before', async () => {
  const { shallow, deep } = polls(dailySource(() => true));
  expect(await shallow(NOW, never)).toEqual({ isNew: false, failed: true });
  await deep(NOW, never);
  expect(asked).toHaveLength(2);
});

test('a deep poll that is cut off resumes where it stopped', async () => {
  const cut = new AbortController();
  const source = dailySource();
  let calls = 0;
  const { shallow, deep } = polls({
    ...source,
    async fetch(window, now, signal) {
      if (++calls === SHALLOW_DAYS + 11) {
        cut.abort(new DOMException('too long', 'TimeoutError'));
        cut.signal.throwIfAborted();
      }
      return source.fetch(window, now, signal);
    },
  });
  await shallow(NOW, never);
  await deep(NOW, cut.signal);
  const before = asked.length;
  asked = [];
  await deep(NOW + HOUR_MS, never);
  expect([before - SHALLOW_DAYS, asked.length]).toEqual([10, DEEP_DAYS - 10]);
});

test.each([
  { name: 'a lost leadership is no failed poll', reason: undefined, outcomes: [] },
  { name: 'a deadline is one', reason: new DOMException('too long', 'TimeoutError'), outcomes: ['failed'] },
])('$name', async ({ reason, outcomes }) => {
  const { shallow } = polls(dailySource());
  await shallow(NOW, AbortSignal.abort(reason));
  expect(polled.map(({ outcome }) => outcome)).toEqual(outcomes);
});

test('rows in quarantine are logged', async () => {
  await polls(dailySource()).shallow(NOW, never);
  expect(lines).toContain('rows that are not as documented were left out');
});

test('every poll is noted: when it was asked and over, what came, and why not all did', async () => {
  let now = NOW;
  const clock = { now: () => (now += 1_000) };
  const { shallow, deep } = polls(dailySource(), clock);
  await shallow(NOW, never);
  await deep(NOW, never);
  await polls(
    dailySource(({ start }) => start < NOW - 3 * DAY_MS),
    clock,
  ).shallow(NOW + 1, never);
  const [good, deepOne, bad] = noted;
  expect(noted).toHaveLength(3);
  expect(deepOne).toMatchObject({ source: 'daily, deep', askedAt: NOW, outcome: 'ok' });
  expect(good).toMatchObject({ source: 'daily', askedAt: NOW, outcome: 'ok', reason: undefined });
  expect(good!.newHours).toBeGreaterThan(0);
  expect(good!.endedAt).toBeGreaterThan(NOW);
  expect(bad).toMatchObject({ askedAt: NOW + 1, outcome: 'failed', reason: 'a page did not come', newHours: 0 });
});

test('a poll that cannot be noted, or is ended with the lead, brings its hours all the same', async () => {
  const refuse = () => Promise.reject(new Error('the disk is full'));
  expect(await polls(dailySource(), { now: () => NOW }, refuse).shallow(NOW, never)).toMatchObject({ failed: false });
  expect(lines).toContain('the poll could not be noted');
  await polls(dailySource()).shallow(NOW, AbortSignal.abort());
  expect(noted).toEqual([]);
  expect(await heldHours()).toBeGreaterThan(0);
});
