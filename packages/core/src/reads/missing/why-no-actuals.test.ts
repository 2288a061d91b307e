import { expect, test } from 'vitest';
import { areaById } from '../../areas/contract-areas.js';
import { memoryActualsStore } from '../../memory/memory-actuals-store.js';
import { buildBatch, buildBlock } from '../../testing/builders.js';
import { DAY_MS, HOUR_MS } from '../../time/instant.js';
import { whyNoActuals } from './why-no-actuals.js';

/** Load of PJM and of SCE from March on. PJM has no file of April, the source left PJM out on two days of May. */
const store = memoryActualsStore();
const load = (series: string, start: string, days: number) =>
  buildBlock(start, Array<number>(days * 24).fill(90_000), { series, known: { kind: 'lag', lagMs: 2 * HOUR_MS } });
await store.append(
  buildBatch([
    load('PJM', '2026-03-01T00:00Z', 31),
    load('PJM', '2026-05-01T00:00Z', 9),
    load('PJM', '2026-05-12T00:00Z', 8),
    load('MISO', '2026-05-05T00:00Z', 10),
    load('CISO-SCE', '2026-03-01T00:00Z', 90),
  ]),
);

const NOW = '2026-05-20T12:00Z';

test.each([
  {
    name: 'an hour that is not over',
    start: '2026-05-20T12:00Z',
    reason: 'not_covered',
    expectedAt: '2026-05-20T13:00Z',
  },
  { name: 'years before the first kept hour', start: '1990-01-01T00:00Z', reason: 'before_history' },
  { name: 'the hour before the first kept one', start: '2026-02-28T23:00Z', reason: 'before_history' },
  {
    name: 'a file that was never loaded, though another kind of file was',
    start: '2026-04-10T00:00Z',
    reason: 'not_loaded',
  },
  { name: 'the first hours of that file', start: '2026-04-01T00:00Z', reason: 'not_loaded' },
  {
    name: 'what the source left out while it gave another area',
    start: '2026-05-10T00:00Z',
    hours: 48,
    reason: 'source_gap',
  },
  { name: 'an hour after the newest', start: '2026-05-20T02:00Z', reason: 'source_late' },
  {
    name: 'an hour after the newest, a month later',
    start: '2026-05-20T02:00Z',
    now: '2026-06-20T12:00Z',
    reason: 'not_loaded',
  },
  { name: 'years after the newest', start: '2028-01-01T00:00Z', now: '2028-01-02T00:00Z', reason: 'source_late' },
  {
    name: 'at an instant before anything was known',
    start: '2026-02-01T00:00Z',
    now: '2026-02-10T00:00Z',
    reason: 'not_loaded',
  },
])('$name: $reason', async ({ start, hours = 1, now = NOW, reason, expectedAt }) => {
  const window = { start: Date.parse(start), end: Date.parse(start) + hours * HOUR_MS };
  const missing = await whyNoActuals({ actuals: store }, areaById('pjm'), window, Date.parse(now));
  expect(missing).toEqual({ reason, ...(expectedAt && { expectedAt: Date.parse(expectedAt) }) });
});

test('an hour that only this area lost, in a store of this area alone, is the source’s gap', async () => {
  const alone = memoryActualsStore();
  await alone.append(buildBatch([load('PJM', '2026-03-01T00:00Z', 5), load('PJM', '2026-03-06T03:00Z', 5)]));
  const start = Date.parse('2026-03-06T00:00Z');
  const window = { start, end: start + 3 * HOUR_MS };
  expect(await whyNoActuals({ actuals: alone }, areaById('pjm'), window, start + 8 * DAY_MS)).toEqual({
    reason: 'source_gap',
  });
});
