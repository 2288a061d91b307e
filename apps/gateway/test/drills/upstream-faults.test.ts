import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS } from '@loadcast/core';
import { upstreamFaults } from '@loadcast/sources/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FaultyWorld, faultyWorld, plainMw, type Said } from './faulty-world.js';

/** Half an hour before New York's gate. */
const START = Date.UTC(2026, 6, 1, 12, 30);
const GATE_ISSUE = Date.UTC(2026, 6, 1, 12, 58);
const FORECAST = '/v1/demand/forecast?region=NYISO';

let folder: string;
let world: FaultyWorld;

async function begin(start: EpochMs): Promise<void> {
  world = await faultyWorld(folder, start);
  expect(await world.round()).toBe('ok');
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loadcast-faulty-'));
});
afterEach(async () => {
  await world?.close();
  rmSync(folder, { recursive: true });
});

const iso = (at: EpochMs) => `${new Date(at).toISOString().slice(0, 19)}Z`;
const history = (start: EpochMs, end: EpochMs) =>
  world.ask(`/v1/demand/history?region=NYISO&start=${iso(start)}&end=${iso(end)}`);
/** EIA's values, except for NYISO at one hour. */
const sayAt =
  (hour: EpochMs, value: ReturnType<Said>): Said =>
  (series, start) =>
    series === 'NYIS' && start === hour ? value : plainMw(series, start);

describe('an upstream that fails: nothing of it is kept, answers go on, the next poll heals', () => {
  test.each([
    { name: 'fault 7: status 500', faults: [upstreamFaults.status(500), upstreamFaults.status(500)] },
    { name: 'fault 7: status 502', faults: [upstreamFaults.status(502), upstreamFaults.status(502)] },
    { name: 'fault 7: a web page with status 200', faults: [upstreamFaults.page()] },
    {
      name: 'fault 8: it accepts and is silent',
      faults: [upstreamFaults.silent(), upstreamFaults.silent()],
      isSlow: true,
    },
    { name: 'fault 9: a byte now and then', faults: [upstreamFaults.drip(50), upstreamFaults.drip(50)], isSlow: true },
    { name: 'fault 10: a reply without end', faults: [upstreamFaults.flood()] },
    { name: 'fault 10: a gzip bomb', faults: [upstreamFaults.gzipBomb(40_000_000)] },
    {
      name: 'fault 11: malformed JSON',
      faults: [upstreamFaults.body('{"response":{"total":"1",'), upstreamFaults.body('{"response":{"total":"1",')],
    },
    { name: 'fault 11: a gzip cut short', faults: [upstreamFaults.cutGzip(), upstreamFaults.cutGzip()] },
    {
      name: 'fault 22: a redirect to the metadata address',
      faults: [upstreamFaults.redirect('http://169.254.169.254/')],
    },
    { name: 'fault 22: a redirect to a file', faults: [upstreamFaults.redirect('file:///etc/passwd')] },
  ])('$name', async ({ faults, isSlow = false }) => {
    await begin(START);
    const [checksum, issuedAt] = [await world.checksum(), (await world.ask(FORECAST)).json.meta.issued_at];
    world.set.now += 10 * MINUTE_MS; // nothing new is out, and no gate
    world.eia.failNext(...faults);
    world.set.isImpatient = isSlow;
    expect(await world.round()).toBe('failed');
    world.set.isImpatient = false;
    expect(await world.checksum()).toBe(checksum);
    expect(await world.ask(FORECAST)).toMatchObject({ status: 200, json: { meta: { issued_at: issuedAt } } });

    world.set.now += 50 * MINUTE_MS;
    expect(await world.round()).toBe('ok');
    expect(world.polls.at(-1)!.newHours).toBe(11);
  });

  test('fault 11: one row that cannot be right refuses the whole reply', async () => {
    await begin(START);
    const checksum = await world.checksum();
    world.set.now += HOUR_MS;
    const rows = [{ period: '2026-07-01T25', respondent: 'NYIS', type: 'D', value: 1 }];
    world.eia.failNext(upstreamFaults.body(JSON.stringify({ response: { total: '1', data: rows } })));
    await world.service.poll();
    expect([world.polls.at(-1)!.outcome, await world.checksum()]).toEqual(['failed', checksum]);
  });

  test('fault 6: told to wait an hour, it is left alone; forecasts are made and served with their true time', async () => {
    await begin(START);
    world.eia.failNext(upstreamFaults.status(429, { 'retry-after': '3600' }));
    const asked = world.eia.requests.length;
    for (
      world.set.now = START + 10 * MINUTE_MS;
      world.set.now <= GATE_ISSUE + 10 * MINUTE_MS;
      world.set.now += MINUTE_MS
    ) {
      await world.round();
    }
    expect(world.eia.requests.length).toBe(asked + 1);
    expect((await world.ask(FORECAST)).json.meta.issued_at).toBe(iso(GATE_ISSUE));
  });
});

test('fault 12: the same rows again and again leave the store as it was', async () => {
  await begin(START);
  const checksum = await world.checksum();
  for (let poll = 1; poll <= 3; poll++) {
    world.set.now += (10 * MINUTE_MS) / 3 + 4 * MINUTE_MS;
    world.service.poll();
    await world.service.poll();
  }
  expect(await world.checksum()).toBe(checksum);
  expect(world.polls.at(-1)).toMatchObject({ outcome: 'ok', newHours: 0, restatedHours: 0 });
});

test('fault 13: of restatements the newest is told, each version is kept, and tags and accuracy follow', async () => {
  await begin(START);
  world.set.now = GATE_ISSUE;
  await world.round();
  world.set.now = GATE_ISSUE + 2 * DAY_MS; // the day that was forecast is over
  await world.round();
  const hour = Date.UTC(2026, 6, 2, 20);
  const [v1, v2] = [plainMw('NYIS', hour), plainMw('NYIS', hour) + 400];
  const seen: { value: number; etag: string | null; mape: number }[] = [];
  for (const value of [v1, v2, v1]) {
    world.say(sayAt(hour, value));
    world.set.now += 10 * MINUTE_MS;
    await world.round();
    const told = await history(hour, hour + HOUR_MS);
    const accuracy = await world.ask('/v1/demand/accuracy?region=NYISO');
    seen.push({ value: told.json.data[0].value_mw, etag: told.etag, mape: accuracy.json.data.metrics.mape_pct });
  }
  expect(seen.map(({ value }) => value)).toEqual([v1, v2, v1]);
  expect(seen[1]!.etag).not.toBe(seen[0]!.etag);
  expect(seen[2]!.etag).not.toBe(seen[1]!.etag);
  expect(seen[1]!.mape).toBeGreaterThan(seen[0]!.mape);
  expect(seen[2]!.mape).toBe(seen[0]!.mape);
  const known = await world.store.actuals.read({ series: 'NYIS', measure: 'demand' });
  expect(known.replaced.get((hour - known.start) / HOUR_MS)!.map(({ value }) => value)).toEqual([v1, v2]);
});

test.each<{ name: string; value: ReturnType<Said> }>([
  { name: 'negative', value: -500 },
  { name: 'zero', value: 0 },
  { name: '1e9', value: 1e9 },
  { name: 'a thousand times too much', value: plainMw('NYIS', Date.UTC(2026, 6, 2, 20)) * 1_000 },
  { name: 'a thousandth', value: Math.round(plainMw('NYIS', Date.UTC(2026, 6, 2, 20)) / 1_000) },
  { name: 'null', value: null },
  { name: 'a word', value: 'n/a' },
])('fault 15: load that is $name is not told, and not in the accuracy', async ({ value }) => {
  const hour = Date.UTC(2026, 6, 2, 20);
  await begin(START);
  world.set.now = GATE_ISSUE;
  await world.round();
  world.say(sayAt(hour, value));
  world.set.now = GATE_ISSUE + 2 * DAY_MS;
  expect(await world.round()).toBe('ok');
  const { json } = await history(hour - HOUR_MS, hour + 2 * HOUR_MS);
  expect(json.data.map((row: { value_mw: number }) => row.value_mw)).toEqual([
    plainMw('NYIS', hour - HOUR_MS),
    plainMw('NYIS', hour + HOUR_MS),
  ]);
  expect(json.meta).toMatchObject({ count: 2, missing: 1 });
  expect((await world.ask('/v1/demand/accuracy?region=NYISO')).json.data.metrics).toMatchObject({
    mape_pct: 0,
    sample_hours: 23,
  });
});

test('fault 16: six hours that never came are absent and counted, and a forecast is made all the same', async () => {
  const gap = { start: Date.UTC(2026, 6, 1, 2), end: Date.UTC(2026, 6, 1, 8) };
  const isGap = (start: EpochMs) => start >= gap.start && start < gap.end;
  await begin(START - DAY_MS);
  world.say((series, start) => (series === 'NYIS' && isGap(start) ? undefined : plainMw(series, start)));
  world.set.now = GATE_ISSUE;
  expect(await world.round()).toBe('ok');
  const { json } = await history(gap.start - HOUR_MS, gap.end + HOUR_MS);
  expect(json.data.map((row: { timestamp: string }) => Date.parse(row.timestamp))).toEqual([
    gap.start - HOUR_MS,
    gap.end,
  ]);
  expect(json.meta).toMatchObject({ count: 2, missing: 6 });
  const forecast = await world.ask(FORECAST);
  expect(forecast.json.meta).toMatchObject({ issued_at: iso(GATE_ISSUE), count: 24 });
});

test.each([
  { name: 'fault 17: the spring day', noon: Date.UTC(2026, 2, 8, 18), rows: 23, hours: [1, 2, 4, 5] },
  { name: 'fault 18: the autumn day', noon: Date.UTC(2026, 10, 1, 18), rows: 25, hours: [1, 2, 25, 3] },
  { name: 'fault 19: the leap day', noon: Date.UTC(2028, 1, 29, 18), rows: 24, hours: [1, 2, 3, 4] },
  { name: 'fault 19: the last day of a year', noon: Date.UTC(2026, 11, 31, 18), rows: 24, hours: [1, 2, 3, 4] },
])('$name of New York, from the EIA to the report: $rows rows, every GMT hour once', async ({ noon, rows, hours }) => {
  await begin(noon + 40 * HOUR_MS);
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(noon);
  const midnight = (offset: number) =>
    `${iso(noon + offset * 12 * HOUR_MS)
      .slice(0, 10)
      .replaceAll('-', '')}T04:00-0000`;
  const path = `/oasis?queryname=SLD_ACTUAL&tac_area_name=NYIS&startdatetime=${midnight(-1)}&enddatetime=${midnight(3)}`;
  const { status, text } = await world.ask(`${path}&resultformat=6&version=1`);
  expect(status).toBe(200);
  const [header = '', ...lines] = text.trimEnd().split('\n');
  const column = (name: string) => header.split(',').indexOf(name);
  const own = lines.map((line) => line.split(',')).filter((cells) => cells[column('OPR_DT')] === day);
  expect(own.slice(0, 4).map((cells) => Number(cells[column('OPR_HR')]))).toEqual(hours);
  expect(own.length).toBe(rows);
  expect(new Set(own.map((cells) => cells[column('INTERVALSTARTTIME_GMT')])).size).toBe(rows);
});

test.each([{ time: '2026-02-30T00:00:00Z' }, { time: '2026-07-01T24:00:00Z' }, { time: '2026-07-01T10:60:00Z' }])(
  'fault 20: $time is no time to ask for',
  async ({ time }) => {
    await begin(START);
    const answer = await world.ask(`/v1/demand/history?region=NYISO&start=${time}&end=2026-07-01T12:00:00Z`);
    expect([answer.status, answer.json.error.code]).toEqual([400, 'invalid_parameter']);
  },
);

test('fault 21: load of hours to come is refused, and the rest of the reply is kept', async () => {
  await begin(START);
  const [now, later] = [Math.floor(START / HOUR_MS) * HOUR_MS - HOUR_MS, START - (START % HOUR_MS) + 5 * HOUR_MS];
  world.set.now += 10 * MINUTE_MS;
  const row = (end: EpochMs) => ({ period: iso(end).slice(0, 13), respondent: 'NYIS', type: 'D', value: '12345' });
  const data = [row(now + HOUR_MS), row(later)].map((entry) => ({ ...entry, 'value-units': 'megawatthours' }));
  world.eia.failNext(upstreamFaults.body(JSON.stringify({ response: { total: '2', data } })));
  await world.service.poll();
  const known = await world.store.actuals.read({ series: 'NYIS', measure: 'demand' });
  expect(known.start + (known.values.length - 1) * HOUR_MS).toBe(now);
  expect(known.values.at(-1)).toBe(12_345);
});

describe('fault 23: the upstream is down for three days', () => {
  const down = async (rounds: number, every: number) => {
    for (let i = 0; i < rounds; i++) {
      world.set.now += every;
      world.eia.failNext(...Array.from({ length: 4 }, () => upstreamFaults.status(503)));
      await world.round();
    }
  };

  test('answers are 200 with a true issue time, and health says degraded', async () => {
    await begin(START);
    await world.monitor.look();
    expect((await world.ask('/v1/health')).json.status).toBe('ok');
    await down(3 * 24, HOUR_MS);
    await world.monitor.look();
    const { status, json } = await world.ask(FORECAST);
    expect(status).toBe(200);
    expect(world.set.now - Date.parse(json.meta.issued_at)).toBeLessThanOrEqual(6 * HOUR_MS);
    const newest = await world.store.vintages.newest('nyiso', world.set.now);
    expect([iso(newest!.issuedAt), newest!.dataCutoff < START]).toEqual([json.meta.issued_at, true]);
    expect((await world.ask('/v1/health')).json.status).toBe('degraded');
    const found = world.monitor.findings().map(({ monitor, areaId }) => `${monitor} ${areaId ?? ''}`);
    expect(found).toEqual(expect.arrayContaining(['poll ', 'data_lag nyiso', 'data_lag pge']));
  });

  test('404 no_data comes when the forecast itself has run out, not before', async () => {
    await begin(START);
    world.set.runner = { ...world.set.runner, issue: () => Promise.reject(new Error('no model')) };
    world.set.now = START + 14 * DAY_MS;
    expect((await world.ask(FORECAST)).status).toBe(200);
    world.set.now = START + 17 * DAY_MS;
    const answer = await world.ask(FORECAST);
    expect([answer.status, answer.json.error.code]).toEqual([404, 'no_data']);
  });
});

describe('fault 24: a model that fails: the run before is served, the failure is counted, nobody gets a 500', () => {
  test.each([
    { name: 'it throws', spoil: () => Promise.reject(new Error('singular matrix')) },
    {
      name: 'it says NaN',
      spoil: async (made: ReturnType<FaultyWorld['set']['runner']['issue']>) => {
        const forecast = await made;
        return { ...forecast, valueMw: forecast.valueMw.map((mw, hour) => (hour === 100 ? Number.NaN : mw)) };
      },
    },
    {
      name: 'it says infinity',
      spoil: async (made: ReturnType<FaultyWorld['set']['runner']['issue']>) => {
        const forecast = await made;
        return { ...forecast, p90Mw: forecast.p90Mw.fill(Number.POSITIVE_INFINITY) };
      },
    },
  ])('$name', async ({ spoil }) => {
    await begin(START);
    const before = await world.ask(FORECAST);
    const sound = world.set.runner;
    world.set.runner = { ...sound, issue: (areaId, at) => spoil(sound.issue(areaId, at)) };
    world.set.now = GATE_ISSUE;
    world.issues.length = 0;
    await world.service.issue();
    expect(world.issues.filter(({ areaId }) => areaId === 'nyiso')).toMatchObject([
      { outcome: 'failed', reason: 'gate' },
    ]);
    const during = await world.ask(FORECAST);
    expect([during.status, during.json.meta.issued_at]).toEqual([200, before.json.meta.issued_at]);

    world.set.runner = sound;
    world.set.now += MINUTE_MS;
    await world.service.issue();
    expect((await world.ask(FORECAST)).json.meta.issued_at).toBe(iso(world.set.now));
  });
});
