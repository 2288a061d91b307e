import { expect, test } from 'vitest';
import type { Answer, Query } from './endpoints.js';
import { LoadcastError } from './loadcast-error.js';
import { type RangePath, rowsOf } from './long-range.js';

const HOUR = 3_600_000;

/** A service whose history has a row for each hour of [from, to). */
function historyOf(from: string, to: string) {
  const calls: { start: string; end: string }[] = [];
  const get = async (_path: RangePath, query: Query<'/v1/demand/history'>) => {
    const [start, end] = [query.start as Date, query.end as Date];
    calls.push({ start: start.toISOString(), end: end.toISOString() });
    const data = [];
    for (let at = Math.max(+start, Date.parse(from)); at < Math.min(+end, Date.parse(to)); at += HOUR) {
      data.push({ timestamp: new Date(at).toISOString(), value_mw: 1 });
    }
    if (data.length === 0) throw new LoadcastError('no_data', 'nothing', { status: 404 });
    return { data } as unknown as Answer<'/v1/demand/history'>;
  };
  return { calls, get: get as never };
}

async function timestamps(service: { get: never }, start: string | Date, end: string | Date): Promise<string[]> {
  const found = [];
  const query = { region: 'PJM', start, end } as const;
  for await (const row of rowsOf(service.get, '/v1/demand/history', query, undefined)) found.push(row.timestamp);
  return found;
}

test.each([
  { name: 'a day', start: '2026-01-01T00:00Z', end: '2026-01-02T00:00Z', hours: 24, calls: 1 },
  { name: '31 days', start: '2026-01-01T00:00Z', end: '2026-02-01T00:00Z', hours: 744, calls: 1 },
  { name: '31 days and an hour', start: '2026-01-01T00:00Z', end: '2026-02-01T01:00Z', hours: 745, calls: 2 },
  { name: 'a leap year', start: '2024-01-01T00:00Z', end: '2025-01-01T00:00Z', hours: 8784, calls: 12 },
  {
    name: 'the hours of a spring day in its own offsets',
    start: '2026-03-08T00:00-08:00',
    end: '2026-03-09T00:00-07:00',
    hours: 23,
    calls: 1,
  },
  {
    name: 'the hours of an autumn day in its own offsets',
    start: '2026-11-01T00:00-07:00',
    end: '2026-11-02T00:00-08:00',
    hours: 25,
    calls: 1,
  },
  { name: 'a range over the new year', start: '2025-12-31T23:00Z', end: '2026-01-01T01:00Z', hours: 2, calls: 1 },
])('rows of $name: $hours hours, each once, in $calls calls', async ({ start, end, hours, calls }) => {
  const service = historyOf('2020-01-01T00:00Z', '2027-01-01T00:00Z');
  const found = await timestamps(service, start, end);
  expect(found).toHaveLength(hours);
  expect(new Set(found).size).toBe(hours);
  expect(found).toEqual([...found].sort());
  expect(service.calls).toHaveLength(calls);
});

test.each(['2026-11-31T00:00Z', '2026-02-30 00:00:00+00:00', '2026-11-01T00:00'])(
  'a range from %s is refused before a call',
  async (start) => {
    const service = historyOf('2020-01-01T00:00Z', '2027-01-01T00:00Z');
    await expect(timestamps(service, start, '2027-01-01T00:00Z')).rejects.toThrow(`or a Date; got "${start}"`);
    expect(service.calls).toEqual([]);
  },
);

test('parts without data have no rows, and the rest is read', async () => {
  const service = historyOf('2026-03-01T00:00Z', '2026-03-02T00:00Z');
  expect(await timestamps(service, '2026-01-01T00:00Z', '2026-06-01T00:00Z')).toHaveLength(24);
});

test('a range without any data throws no_data', async () => {
  const service = historyOf('2020-01-01T00:00Z', '2020-02-01T00:00Z');
  await expect(timestamps(service, '2026-01-01T00:00Z', '2026-06-01T00:00Z')).rejects.toMatchObject({
    code: 'no_data',
  });
});

test.each(['2026-01-01', '2026-01-01T00:00', 'yesterday'])(
  'a start without an offset, %s, is refused',
  async (start) => {
    const service = historyOf('2020-01-01T00:00Z', '2027-01-01T00:00Z');
    await expect(timestamps(service, start, '2026-06-01T00:00Z')).rejects.toThrow(/^start: expected an ISO 8601 time/);
  },
);
