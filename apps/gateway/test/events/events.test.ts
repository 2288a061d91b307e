import { areaById, CONTRACT_AREAS, findPlan, HOUR_MS, type Plan, VINTAGE_HOURS } from '@loadcast/core';
import { buildBatch, buildBlock, buildVintage } from '@loadcast/core/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { EventFeed } from '../../../../packages/service/src/events/event-feed.js';
import { openPostgres } from '../../../../packages/service/src/wiring/store.js';
import { type ServedWorld, serveWorld } from '../served-world.js';
import { databaseAnswers, dropSchema, freshDatabaseUrl } from '../test-database.js';
import { type EventReader, readEvents } from './event-reader.js';

let world: ServedWorld;
let key: string;
beforeAll(async () => {
  world = await serveWorld();
  key = await world.keyOf({ a: 'developer' });
});
afterAll(async () => {
  await world?.stop();
  world?.remove();
});

const open = (query = '', more: Parameters<typeof readEvents>[1] = {}): Promise<EventReader> =>
  readEvents(`${world.url}/v1/events${query}`, { key, ...more });

let issued = 0;
async function publish(areaId: 'pjm' | 'miso'): Promise<string> {
  issued += 1;
  const issuedAt = Date.now() + issued;
  const start = Math.ceil(issuedAt / HOUR_MS) * HOUR_MS;
  const valueMw = new Float64Array(VINTAGE_HOURS).fill(100);
  await world.gateway.runtime.vintages.append(
    buildVintage({ areaId, issuedAt, availableAt: issuedAt, start, valueMw }),
  );
  return new Date(Math.floor(issuedAt / 1_000) * 1_000).toISOString().replace('.000', '');
}

test('a run and a restated hour of load are streamed soon after they are stored', async () => {
  const reader = await open();
  expect(reader.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(reader.headers.get('content-encoding')).toBeNull();
  expect(reader.headers.get('ratelimit')).toMatch(/"hourly";r=9999;/);
  const issuedAt = await publish('pjm');
  const run = await reader.next();
  expect(run).toMatchObject({ type: 'run.published', region: 'PJM', data: { issued_at: issuedAt } });
  const { series } = areaById('pjm');
  const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 6 * HOUR_MS;
  const known = { kind: 'at', at: Date.now() } as const;
  const block = buildBlock(new Date(hour).toISOString(), [4_321], { series, measure: 'demand', known });
  await world.gateway.runtime.actuals.append(buildBatch([block]));
  const load = await reader.nextOf((event) => event.type === 'actual.restated' && event.region === 'PJM');
  expect(load).toMatchObject({ data: { value_mw: 4_321, old_value_mw: expect.any(Number) } });
});

test('a reader that comes again with its last id is given what it missed, once and in order', async () => {
  const first = await open('?regions=MISO&types=run.published');
  await publish('miso');
  const { id } = await first.next();
  first.leave();
  const missed = [await publish('miso'), await publish('miso')];
  await publish('pjm');
  const second = await open('?regions=miso&types=run.published', { lastId: id });
  expect([await second.next(), await second.next()].map(({ data }) => data['issued_at'])).toEqual(missed);
});

test.each([
  { query: '?types=weather', status: 400 },
  { query: '?regions=NOWHERE', status: 400 },
  { query: '?as_of=2026-01-01T00:00:00Z', status: 400 },
  { query: '', lastId: 'abc', status: 400 },
  { query: '', key: 'none', status: 401 },
])('$query with $lastId is refused with $status', async ({ query, status, ...more }) => {
  await expect(open(query, more)).rejects.toThrow(`${status}`);
});

// docs/faults.md: fault 116
test('of a key four streams are open at a time, and they end when the key is revoked', async () => {
  const own = await world.keyOf({ a: 'free' });
  const readers: EventReader[] = [];
  for (let n = 0; n < 4; n += 1) readers.push(await open('', { key: own }));
  await expect(open('', { key: own })).rejects.toThrow('403');
  readers[0]!.leave();
  await expect.poll(() => open('', { key: own }).then((reader) => readers.push(reader)), { timeout: 20_000 }).toBe(5);
  await world.beside(async (control) => {
    const known = (await control.accounts()).at(-1)!;
    const [made] = await control.keys(known.id);
    await control.revokeKey(known.id, made!.id, Date.now());
  });
  for (const reader of readers.slice(1)) expect(await reader.rest()).toContain('retry: ');
  await expect(open('', { key: own })).rejects.toThrow('401');
});

// field case 01
test('a stream stays open while its key asks the other surfaces', async () => {
  const own = await world.keyOf({ a: 'free', b: 'trial', c: 'standard' });
  const reader = await open('?regions=PJM&types=run.published', { key: own });
  for (const path of ['/oasisapi/SingleZip', '/forecast/v1/demand', '/v1/regions']) {
    const { status } = await fetch(world.url + path, { headers: { authorization: `Bearer ${own}` } });
    expect({ path, isRefused: status === 401 || status === 403 }).toEqual({ path, isRefused: false });
    const issuedAt = await publish('pjm');
    // A run that an earlier test published may still be on its way.
    expect(await reader.nextOf(({ data }) => data['issued_at'] === issuedAt)).toMatchObject({ region: 'PJM' });
  }
  reader.leave();
});

const hasPostgres = await databaseAnswers();
test.skipIf(!hasPostgres)('what one gateway appends is streamed by another over one database', async () => {
  const url = freshDatabaseUrl();
  const [leader, follower] = [await openPostgres(url, 'writer'), await openPostgres(url, 'writer')];
  onTestFinished(async () => {
    await leader.close();
    await follower.close();
    await dropSchema(url);
  });
  const feed = new EventFeed({
    areas: () => CONTRACT_AREAS,
    log: follower.eventLog,
    isGood: () => true,
    now: () => Date.now(),
  });
  const plan = findPlan('a', 'team') as Plan;
  const stream = feed.stream({ principal: { accountId: 'a', keyId: 'k', plan }, filter: {} });
  await stream.next();
  await leader.withLeadership('x', () =>
    leader.eventLog.append([{ name: 'n', at: Date.now(), type: 'run.published', areaId: 'pjm', body: '{}' }]),
  );
  const { value } = await stream.next();
  expect(Buffer.from(value).toString()).toContain('id: evt_1\n');
  await stream.return();
});

// docs/faults.md: fault 116
test('a gateway that stops ends its streams at once, with the wish to come again', async () => {
  const own = await serveWorld();
  const reader = await readEvents(`${own.url}/v1/events`, { key: await own.keyOf({ a: 'free' }) });
  const stopped = own.stop();
  expect(await reader.rest()).toMatch(/retry: \d+\n\n$/);
  await stopped;
  own.remove();
});
