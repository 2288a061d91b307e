import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../time/instant.js';
import { foldBlocks, type ObservationBlock } from './known-series.js';
import { latenessOf, type PollTimes } from './lateness.js';

const START = Date.UTC(2026, 10, 1, 4); // the hours around the autumn clock change
const at = (minutes: number): number => START + minutes * MINUTE_MS;

/** Polls every ten minutes, each a minute long, with some left out. */
const polls = (count: number, isThere: (minute: number) => boolean = () => true): PollTimes[] =>
  Array.from({ length: count }, (_, i) => 10 * i)
    .filter(isThere)
    .map((minute) => ({ askedAt: at(minute), endedAt: at(minute + 1) }));

/** Hour `hour` came `minutes` minutes after the start. */
const came = (hour: number, minutes: number): ObservationBlock => ({
  start: START + hour * HOUR_MS,
  values: Float64Array.of(100),
  known: { kind: 'at', at: at(minutes) },
});
const ALL = { start: START, end: START + 24 * HOUR_MS };

test.each([
  { name: 'each from its own end', blocks: [came(0, 161), came(1, 221), came(2, 301)], late: [101, 121, 121] },
  { name: 'its first value counts, not a restatement', blocks: [came(0, 161), came(0, 281)], late: [101, 101, 101] },
  {
    name: 'nine of ten',
    blocks: Array.from({ length: 10 }, (_, i) => came(i, 60 * i + 71 + 10 * i)),
    late: [51, 91, 101],
  },
])('median, 90th percentile and worst, in minutes: $name', ({ blocks, late }) => {
  const { medianMs, p90Ms, worstMs } = latenessOf(foldBlocks(blocks), polls(100), ALL)!;
  expect([medianMs, p90Ms, worstMs].map((ms) => ms / MINUTE_MS)).toEqual(late);
});

test.each([
  {
    name: 'history from files',
    blocks: [{ ...came(0, 0), known: { kind: 'lag' as const, lagMs: 2 * HOUR_MS + 5 * MINUTE_MS } }],
    by: polls(100),
  },
  { name: 'an hour that the first poll brought', blocks: [came(0, 161)], by: polls(100, (minute) => minute >= 160) },
  {
    name: 'an hour that came after a pause of ours',
    blocks: [came(0, 161)],
    by: polls(100, (minute) => minute < 121 || minute >= 160),
  },
  { name: 'an hour outside the window', blocks: [came(30, 1_931)], by: polls(300) },
  { name: 'nothing', blocks: [], by: polls(100) },
])('not counted: $name', ({ blocks, by }) => {
  expect(latenessOf(foldBlocks(blocks), by, ALL)).toBeUndefined();
});

test('an hour belongs to the window in which it ended', () => {
  const series = foldBlocks([came(0, 161)]);
  const isCounted = (start: number, end: number) => latenessOf(series, polls(100), { start, end }) !== undefined;
  expect([isCounted(at(60), at(61)), isCounted(at(0), at(60)), isCounted(at(61), at(200))]).toEqual([
    true,
    false,
    false,
  ]);
});
