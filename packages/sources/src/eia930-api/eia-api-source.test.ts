import { AREAS, DAY_MS, FORECASTERS, HOUR_MS, ingestActuals, type Observations, wantedSeries } from '@loadcast/core';
import { seriesReadBy } from '@loadcast/core/forecast';
import { memoryActualsStore } from '@loadcast/core/memory';
import { afterEach, describe, expect, test } from 'vitest';
import { UpstreamError } from '../http/upstream-error.js';
import { eiaPeriod, type FakeEiaOptions, type FakeRow, startFakeEia } from '../testing/fake-eia.js';
import { upstreamFaults } from '../testing/faults.js';
import { type EiaApiOptions, eiaApiSource } from './eia-api-source.js';

const START = Date.UTC(2020, 10, 1);
const HOURS = 30;
const WINDOW = { start: START, end: START + HOURS * HOUR_MS };
const NOW = START + 40 * HOUR_MS;
const wantedOf = (...ids: string[]) =>
  wantedSeries(AREAS, seriesReadBy(FORECASTERS.values(), AREAS)).filter(({ series }) => ids.includes(series));
const never = new AbortController().signal;

const demand = (hour: number): number => 15_000 + hour;
const region = (change: (row: FakeRow, hour: number) => FakeRow[] = (row) => [row]): FakeRow[] =>
  Array.from({ length: HOURS }, (_, hour) => hour).flatMap((hour) => {
    const period = eiaPeriod(START + hour * HOUR_MS);
    return [
      ...change({ period, respondent: 'NYIS', type: 'D', value: demand(hour) }, hour),
      { period, respondent: 'NYIS', type: 'DF', value: demand(hour) + 100 },
      { period, respondent: 'BPAT', type: 'D', value: 6_000 + hour },
      { period, respondent: 'SRP', type: 'D', value: 1 },
    ];
  });
const subArea: FakeRow[] = Array.from({ length: HOURS }, (_, hour) => eiaPeriod(START + hour * HOUR_MS)).flatMap(
  (period) => [
    { period, parent: 'MISO', subba: '0001', value: 9 },
    { period, parent: 'CISO', subba: 'PGAE', value: 11_000 },
    { period, parent: 'CISO', subba: 'SDGE', value: 2_000 },
  ],
);

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close();
});

async function start(fake: Partial<FakeEiaOptions> = {}, options: Partial<EiaApiOptions> = {}) {
  const eia = await startFakeEia({ region: region(), subArea, ...fake });
  const source = eiaApiSource({
    apiKey: eia.apiKey,
    baseUrl: eia.baseUrl,
    wanted: wantedOf('NYIS', 'BPAT', 'CISO-PGAE', 'MISO-0001'),
    spacingMs: 0,
    maxWaitMs: 50,
    deadlineMs: 2_000,
    random: () => 0,
    ...options,
  });
  open.push(source, eia);
  const fetch = (signal = never) => source.fetch(WINDOW, NOW, signal);
  return { eia, source, fetch };
}

async function failure(run: Promise<unknown>): Promise<UpstreamError> {
  const error = await run.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(UpstreamError);
  return error as UpstreamError;
}

function values(observations: Observations, series: string, measure = 'demand'): number[] {
  const run = observations.series.find(({ key }) => key.series === series && key.measure === measure);
  const skipped = run ? (WINDOW.start - run.start) / HOUR_MS : 0;
  return run ? [...run.valuesMw].slice(Math.max(0, skipped), Math.max(0, skipped) + HOURS) : [];
}

const everyHour = (value: (hour: number) => number) => Array.from({ length: HOURS }, (_, hour) => value(hour));

describe('what is read', () => {
  test.each([
    { name: 'numbers as strings, on one page', asStrings: true, pageRows: 5_000 },
    { name: 'numbers as numbers', asStrings: false, pageRows: 5_000 },
    { name: 'pages of 7 rows', asStrings: true, pageRows: 7 },
  ])('$name', async ({ asStrings, pageRows }) => {
    const { fetch } = await start({ asStrings, pageRows }, { pageRows });
    const observations = await fetch();
    expect(values(observations, 'NYIS')).toEqual(everyHour(demand));
    expect(values(observations, 'NYIS', 'day_ahead_forecast')).toEqual(everyHour((hour) => demand(hour) + 100));
    expect(values(observations, 'MISO-0001')).toEqual(everyHour(() => 9));
    expect(values(observations, 'CISO-PGAE')).toEqual(everyHour(() => 11_000));
    expect(observations.series.map(({ key }) => key.series)).not.toContain('SRP');
    expect(observations.series.map(({ key }) => key.series)).not.toContain('CISO-SDGE');
  });

  test('a question asks for gzip, a total order and its own window', async () => {
    const { eia, fetch } = await start();
    await fetch();
    expect(eia.requests).toHaveLength(2);
    const { query, headers } = eia.requests[0]!;
    expect(headers['accept-encoding']).toBe('gzip');
    expect([0, 1, 2].map((i) => query.get(`sort[${i}][column]`))).toEqual(['period', 'respondent', 'type']);
    expect([query.get('start'), query.get('end'), query.get('frequency')]).toEqual([
      '2020-11-01T00',
      '2020-11-02T07',
      'hourly',
    ]);
  });

  test.each([
    { name: 'a blank behind', write: (mw: number) => `${mw} ` },
    { name: 'thousands', write: (mw: number) => mw.toLocaleString('en-US') },
    { name: 'an exponent', write: (mw: number) => mw.toExponential(6) },
  ])('a value is read with $name', async ({ write }) => {
    const { fetch } = await start({
      region: region((row) => [{ ...row, value: write(Number(row['value'])) }]),
    });
    expect(values(await fetch(), 'NYIS')).toEqual(everyHour(demand));
  });

  test.each([
    { values: ['15.000 MW'], quarantined: 1 },
    { values: ['0x3a98', 'low', 'x'], fault: 'unexpected' },
  ])('values $values are not missing ones', async ({ values: odd, quarantined, fault }) => {
    const { fetch } = await start({
      region: region((row, hour) => [{ ...row, value: odd[hour] ?? row['value']! }]),
    });
    if (fault) expect(await failure(fetch())).toMatchObject({ fault });
    else expect((await fetch()).provenance).toMatchObject({ quarantined_rows: quarantined });
  });

  test('a series without a row is named, and rows of other series alone are no reply', async () => {
    const nyis = region().filter(({ respondent }) => respondent === 'NYIS');
    const some = await start({ region: nyis });
    expect((await some.fetch()).provenance).toMatchObject({ series_without_rows: 'BPAT' });
    const none = await start({}, { wanted: wantedOf('NYIS', 'BPAT') });
    const data = region().map((row) => ({ ...row, respondent: String(row['respondent']).toLowerCase() }));
    none.eia.failNext(upstreamFaults.body(JSON.stringify({ response: { total: data.length, data } })));
    expect(await failure(none.fetch())).toMatchObject({
      fault: 'unexpected',
      message: 'EIA: rows of nyis, bpat, srp came, and none of a series that was requested',
    });
    expect((await (await start({ region: [], subArea: [] })).fetch()).series).toEqual([]);
  });

  test('null, a missing row and a word for nothing say nothing about their hour', async () => {
    const odd: Record<number, FakeRow['value']> = { 3: null, 4: 'n/a', 5: 'NaN', 6: '' };
    const { fetch } = await start({
      region: region((row, hour) => (hour === 2 ? [] : [{ ...row, value: hour in odd ? odd[hour]! : row['value']! }])),
    });
    const isOdd = (hour: number) => hour >= 2 && hour <= 6;
    expect(values(await fetch(), 'NYIS')).toEqual(everyHour((hour) => (isOdd(hour) ? NaN : demand(hour))));
  });

  test('negative, zero and absurd load is passed on as reported, for screening to flag', async () => {
    const odd: Record<number, number> = { 3: 0, 4: -5, 5: 2_147_480_000 };
    const { fetch } = await start({ region: region((row, hour) => [{ ...row, value: odd[hour] ?? row['value']! }]) });
    expect(values(await fetch(), 'NYIS').slice(3, 6)).toEqual([0, -5, 2_147_480_000]);
  });

  test('load equal to the operator’s forecast is a stub, not yet an actual', async () => {
    const { fetch } = await start({
      region: region((row, hour) => [{ ...row, value: hour >= 28 ? demand(hour) + 100 + 0.004 : row['value']! }]),
    });
    const observations = await fetch();
    expect(values(observations, 'NYIS').slice(27)).toEqual([demand(27), NaN, NaN]);
    expect(observations.provenance).toMatchObject({ stub_hours_left_out: 2 });
  });

  test('the same row twice counts once (fault 12)', async () => {
    const { fetch } = await start({ region: region((row) => [row, row]) });
    expect(values(await fetch(), 'NYIS')).toEqual(everyHour(demand));
  });

  test('load of CAISO after 2022-06-16 is moved to its true hour', async () => {
    const late = Date.UTC(2023, 0, 1);
    const rows = [0, 1, 2].map((hour) => ({
      period: eiaPeriod(late + hour * HOUR_MS),
      respondent: 'CISO',
      type: 'D',
      value: hour + 1,
    }));
    const { source } = await start({ region: rows }, { wanted: wantedOf('CISO') });
    const { series } = await source.fetch({ start: late - HOUR_MS, end: late + 2 * HOUR_MS }, late + DAY_MS, never);
    expect(series).toMatchObject([{ start: late - HOUR_MS, valuesMw: Float64Array.of(1, 2, 3) }]);
  });

  test.each([
    { name: 'the spring change', day: Date.UTC(2026, 2, 8) },
    { name: 'the autumn change', day: Date.UTC(2026, 10, 1) },
    { name: 'a leap day', day: Date.UTC(2024, 1, 29) },
    { name: 'the end of a year', day: Date.UTC(2025, 11, 31) },
  ])('every UTC hour is there once: $name (faults 17 to 19)', async ({ day }) => {
    const rows = Array.from({ length: 48 }, (_, hour) => ({
      period: eiaPeriod(day + hour * HOUR_MS),
      respondent: 'NYIS',
      type: 'D',
      value: hour + 1,
    }));
    const { source } = await start({ region: rows, subArea: [] }, { wanted: wantedOf('NYIS') });
    const { series } = await source.fetch({ start: day, end: day + 2 * DAY_MS }, day + 3 * DAY_MS, never);
    expect(series).toMatchObject([{ start: day, valuesMw: Float64Array.from(rows, ({ value }) => value) }]);
  });
});

// docs/faults.md: fault 112
describe('rows that move while they are read', () => {
  test('a row published between two pages: the window is read again, whole', async () => {
    const { eia, fetch } = await start({ region: region().slice(0, -4), pageRows: 50 }, { pageRows: 50 });
    eia.failNext((request, response) => {
      // answer the first page, then publish the last hour
      const before = region()
        .slice(0, -4)
        .filter(({ respondent }) => respondent !== 'SRP');
      const data = [...before]
        .sort((a, b) =>
          `${a.period}${a['respondent']}${a['type']}` < `${b.period}${b['respondent']}${b['type']}` ? -1 : 1,
        )
        .slice(0, 50);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ response: { total: String(before.length), data } }));
      expect(request.url).toContain('offset=0');
      eia.setRows({ region: region() });
    });
    expect(values(await fetch(), 'NYIS')).toEqual(everyHour(demand));
    const offsets = eia.requests
      .filter(({ path }) => path.includes('region-data'))
      .map(({ query }) => query.get('offset'));
    expect(offsets).toEqual(['0', '50', '0', '50']);
  });

  test('rows that never hold still are an error, never a short read', async () => {
    const { eia, fetch } = await start();
    let total = 10;
    const moving = (_: unknown, response: import('node:http').ServerResponse): void => {
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          response: { total: total++, data: [{ period: '2020-11-01T01', respondent: 'NYIS', type: 'D', value: 1 }] },
        }),
      );
    };
    eia.failNext(...Array.from({ length: 20 }, () => moving));
    await expect(fetch()).rejects.toMatchObject({ fault: 'moving' });
  });

  test.each([
    { name: 'fewer rows than promised', response: { total: 3, data: [] } },
    {
      name: 'a warning of more rows than it counts',
      response: { total: 0, data: [], warnings: [{ warning: 'incomplete return' }] },
    },
  ])('$name are read again', async ({ response }) => {
    const { eia, fetch } = await start();
    eia.failNext(upstreamFaults.body(JSON.stringify({ response })));
    expect(values(await fetch(), 'NYIS')).toEqual(everyHour(demand));
  });
});

describe('faults of the upstream', () => {
  test('429 with Retry-After is waited for, then all is well (fault 6)', async () => {
    const { eia, fetch } = await start({}, { maxWaitMs: 2_000 });
    eia.failNext(upstreamFaults.status(429, { 'retry-after': '1' }));
    expect(values(await fetch(), 'NYIS')).toEqual(everyHour(demand));
    expect(eia.requests[1]!.at - eia.requests[0]!.at).toBeGreaterThanOrEqual(990);
  });

  test('a Retry-After beyond the cap is kept without a request (fault 6)', async () => {
    const { eia, fetch } = await start();
    eia.failNext(upstreamFaults.status(429, { 'retry-after': '3600' }));
    expect(await failure(fetch())).toMatchObject({ fault: 'rate_limited', status: 429 });
    expect(await failure(fetch())).toMatchObject({ fault: 'rate_limited' });
    expect(eia.requests).toHaveLength(1);
  });

  test('a limit that does not lift costs three requests, not more (fault 6)', async () => {
    const { eia, fetch } = await start();
    eia.failNext(...Array.from({ length: 9 }, () => upstreamFaults.status(429)));
    expect(await failure(fetch())).toMatchObject({ fault: 'rate_limited' });
    expect(eia.requests).toHaveLength(3);
  });

  test.each([500, 502, 503, 504])('status %i is tried again (fault 7)', async (status) => {
    const { eia, fetch } = await start();
    eia.failNext(upstreamFaults.status(status), upstreamFaults.status(status));
    expect(values(await fetch(), 'NYIS')).toEqual(everyHour(demand));
  });

  test('a connection that breaks off is tried again', async () => {
    const { eia, fetch } = await start();
    eia.failNext(upstreamFaults.hangUp());
    expect(values(await fetch(), 'NYIS')).toEqual(everyHour(demand));
  });

  test.each([
    { name: 'HTML called JSON (fault 7)', fault: upstreamFaults.body('<html></html>') },
    { name: 'JSON that ends early (fault 11)', fault: upstreamFaults.body('{"response": {"total": 3, "data": [') },
    { name: 'a cut gzip stream (fault 11)', fault: upstreamFaults.cutGzip() },
  ])('$name is tried again, three times at most', async ({ fault }) => {
    const { eia, fetch } = await start();
    eia.failNext(fault, fault);
    expect(values(await fetch(), 'NYIS')).toEqual(everyHour(demand));
    eia.failNext(fault, fault, fault);
    expect(await failure(fetch())).toMatchObject({ fault: 'malformed' });
  });

  test.each([
    { name: 'an HTML page with status 200 (fault 7)', fault: upstreamFaults.page(), kind: 'content_type' },
    {
      name: 'JSON of another shape (fault 11)',
      fault: upstreamFaults.body('{"error": "Not found."}'),
      kind: 'unexpected',
    },
    { name: 'status 404', fault: upstreamFaults.status(404), kind: 'status' },
    { name: 'status 400', fault: upstreamFaults.status(400), kind: 'status' },
    { name: 'a reply without end (fault 10)', fault: upstreamFaults.flood(), kind: 'too_large' },
    { name: 'a gzip bomb (fault 10)', fault: upstreamFaults.gzipBomb(20_000_000), kind: 'too_large' },
    {
      name: 'a redirect to the metadata address (fault 22)',
      fault: upstreamFaults.redirect('http://169.254.169.254/latest/'),
      kind: 'redirect',
    },
    { name: 'a redirect to a file (fault 22)', fault: upstreamFaults.redirect('file:///etc/passwd'), kind: 'redirect' },
    {
      name: 'a redirect to another host (fault 22)',
      fault: upstreamFaults.redirect('https://example.com/'),
      kind: 'redirect',
    },
  ])('$name is an error after one request', async ({ fault, kind }) => {
    const deadlineMs = kind === 'timeout' ? 400 : 10_000;
    const { eia, fetch } = await start({}, { deadlineMs, maxBytes: 2_000_000 });
    eia.failNext(fault);
    expect(await failure(fetch())).toMatchObject({ fault: kind });
    expect(eia.requests).toHaveLength(1);
  });

  test.each([
    { name: 'a local-hourly period', row: { period: '2020-11-01T00-07' } },
    { name: 'an impossible date (fault 20)', row: { period: '2020-02-30T00' } },
    { name: 'hour 24 (fault 20)', row: { period: '2020-11-01T24' } },
    { name: 'another unit', row: { period: '2020-11-01T01', 'value-units': 'kilowatthours' } },
    { name: 'no respondent', row: { period: '2020-11-01T01', respondent: null } },
  ])('$name: one such row is quarantined, a page of them refuses the reply (fault 11)', async ({ row }) => {
    const { eia, fetch } = await start();
    const odd = { respondent: 'NYIS', type: 'D', value: 1, ...row };
    eia.setRows({ region: [...region(), odd] });
    eia.failNext(
      upstreamFaults.body(JSON.stringify({ response: { total: 61, data: [...region().slice(0, 60), odd] } })),
    );
    const observations = await fetch();
    expect(values(observations, 'NYIS').slice(0, 10)).toEqual(everyHour(demand).slice(0, 10));
    expect(observations.provenance).toMatchObject({ quarantined_rows: 1, quarantined: JSON.stringify(odd) });

    eia.failNext(upstreamFaults.body(JSON.stringify({ response: { total: 60, data: Array(60).fill(odd) } })));
    expect(await failure(fetch())).toMatchObject({ fault: 'unexpected' });
  });

  test('a page that hangs is asked for again, and the pages before it are not', async () => {
    const { eia, fetch } = await start({ pageRows: 50 }, { pageRows: 50, deadlineMs: 300 });
    eia.failNext(undefined, upstreamFaults.silent());
    expect(values(await fetch(), 'NYIS')).toEqual(everyHour(demand));
    const offsets = eia.requests.slice(0, 3).map(({ query }) => query.get('offset'));
    expect(offsets).toEqual(['0', '50', '50']);
  });

  test('a refused key is one request, and no error ever shows the key', async () => {
    const { eia, fetch } = await start({}, { apiKey: 'secret-key-42' });
    const error = await failure(fetch());
    expect(error).toMatchObject({ fault: 'refused_key', status: 403 });
    expect(eia.requests).toHaveLength(1);
    for (const fault of [upstreamFaults.body('secret-key-42'), upstreamFaults.hangUp(), upstreamFaults.silent()]) {
      const other = await start({}, { apiKey: 'secret-key-42', deadlineMs: 200, attempts: 1 });
      other.eia.failNext(fault);
      const thrown = await failure(other.fetch());
      expect(`${thrown.message} ${thrown.stack} ${JSON.stringify(thrown)} ${String(thrown.cause)}`).not.toContain(
        'secret-key-42',
      );
    }
  });

  test('an abort of the caller ends the fetch at once, long before the deadline', async () => {
    const { eia, fetch } = await start({}, { deadlineMs: 600_000 });
    eia.failNext(upstreamFaults.silent());
    await expect(fetch(AbortSignal.timeout(50))).rejects.toThrow(/timeout|abort/i);
  });

  test.each([
    'http://api.eia.gov',
    'http://169.254.169.254',
    'file:///etc/passwd',
    'ftp://127.0.0.1',
    'nonsense',
    'https://user:pass@api.eia.gov',
  ])('%s is no address for an upstream (fault 22)', (baseUrl) => {
    expect(() => eiaApiSource({ apiKey: 'k', baseUrl, wanted: [] })).toThrow(RangeError);
  });
});

describe('together with ingest', () => {
  test('polls that overlap add only what is new; a late restatement wins; the last good data outlives a fault (faults 12, 13, 7)', async () => {
    const { eia, source } = await start({ region: region() });
    const store = memoryActualsStore();
    const poll = async (now: number) =>
      (
        await ingestActuals(store, await source.fetch(WINDOW, now, never), { ingestedAt: now, arrival: 'live' })
      ).series.find(({ key }) => key.series === 'NYIS' && key.measure === 'demand');
    expect(await poll(NOW)).toMatchObject({ newHours: HOURS, restatedHours: 0 });
    expect(await poll(NOW + 1)).toMatchObject({ newHours: 0, restatedHours: 0, unchangedHours: HOURS });
    eia.setRows({ region: region((row, hour) => [{ ...row, value: hour === 5 ? 777 : row['value']! }]) });
    expect(await poll(NOW + 2)).toMatchObject({ newHours: 0, restatedHours: 1 });
    eia.setRows({ region: region() });
    expect(await poll(NOW + 3)).toMatchObject({ newHours: 0, restatedHours: 1 });
    eia.failNext(upstreamFaults.page());
    await expect(poll(NOW + 4)).rejects.toThrow(UpstreamError);
    const stored = await store.read({ series: 'NYIS', measure: 'demand' });
    expect([...stored.values]).toEqual(everyHour(demand));
    expect(stored.replaced.get(5)?.map(({ value }) => value)).toEqual([demand(5), 777]);
  });

  test('actuals dated in the future are left out (fault 21)', async () => {
    const { source } = await start();
    const store = memoryActualsStore();
    const now = START + 10 * HOUR_MS;
    await ingestActuals(store, await source.fetch(WINDOW, now, never), { ingestedAt: now, arrival: 'live' });
    expect((await store.read({ series: 'NYIS', measure: 'demand' })).values).toHaveLength(11);
  });

  test('a gap in the middle stays a gap until it is filled (fault 16)', async () => {
    const { eia, source } = await start({ region: region((row, hour) => (hour >= 10 && hour < 16 ? [] : [row])) });
    const store = memoryActualsStore();
    const poll = async (now: number) =>
      ingestActuals(store, await source.fetch(WINDOW, now, never), { ingestedAt: now, arrival: 'live' });
    await poll(NOW);
    const missing = async () =>
      (await store.read({ series: 'NYIS', measure: 'demand' })).values.filter((mw) => Number.isNaN(mw)).length;
    expect(await missing()).toBe(6);
    eia.setRows({ region: region() });
    await poll(NOW + 1);
    expect(await missing()).toBe(0);
  });
});
