import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTRACT_AREAS, HOUR_MS } from '@loadcast/core';
import { openSqliteStore, verifySubmissions } from '@loadcast/storage/sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { issueKey } from '../access/keys/issue-key.js';
import { type AccountServer, openAccountServer } from '../account/testing/account-server.js';
import { createForecasterAdmin } from './forecaster-admin.js';

/** PJM's gate for 22 November closes on the 21st at 14:00 UTC. */
const GATE = Date.UTC(2026, 10, 21, 14);

async function open() {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-forecasters-'));
  const store = await openSqliteStore({ dataDir });
  onTestFinished(async () => {
    await store.close();
    rmSync(dataDir, { recursive: true });
  });
  const forecasters = createForecasterAdmin(
    () => CONTRACT_AREAS,
    store.forecasters,
    () => server.now,
  );
  const server: AccountServer = await openAccountServer({ store: store.control, forecasters });
  await server.signedIn('bob@example.org');
  const cookie = await server.signedIn('ann@example.org');
  const keyOf = async (email: string) => {
    const account = (await store.control.accountByEmail(email))!;
    const { key } = await issueKey(store.control, account, {}, server.now);
    return { authorization: `Bearer ${key}` };
  };
  const [ann, bob] = [await keyOf('ann@example.org'), await keyOf('bob@example.org')];
  const body = { name: 'night model', regions: 'PJM,pge' };
  const made = await server.ask('POST', '/forecasters', { headers: ann, body });
  expect(made.status).toBe(201);
  const path = `/forecasters/${made.data.id}`;
  const submit = (body: string, query = 'region=PJM', headers = {}) =>
    server.ask('POST', `${path}/runs?${query}`, { headers: { ...ann, ...headers }, body });
  const receipts = async () => (await server.ask('GET', `${path}/runs`, { headers: ann })).data;
  return { server, store, cookie, ann, bob, path, forecaster: made.data, submit, receipts };
}

/** A day of hours of 22 November in New York. */
const day = (mw: number): string =>
  ['timestamp,value_mw', ...Array.from({ length: 24 }, (_, hour) => rowAt(Date.UTC(2026, 10, 22, 5 + hour), mw))].join(
    '\n',
  );
const rowAt = (start: number, mw: number) => `${new Date(start).toISOString()},${mw}`;

test('a forecaster is shown as it was made, and takes nothing once it is retired', async () => {
  const { server, cookie, forecaster, path, submit, receipts } = await open();
  expect(forecaster).toEqual({
    ...{ id: forecaster.id, name: 'night model', regions: ['PJM', 'PGE'], gates: ['DAM'], public: false },
    retired_at: null,
  });
  expect((await server.ask('GET', '/forecasters', { cookie })).data).toEqual([forecaster]);
  const { data } = await submit(day(90_000));
  expect((await server.ask('DELETE', path, { cookie })).data.retired_at).toBe('2026-11-21T08:30:00Z');
  expect((await submit(day(91_000))).error).toMatchObject({ code: 'not_found', message: 'The forecaster is retired.' });
  expect(await receipts()).toEqual([data]);
});

test('a blend names experts that its account can see, and the service alone submits for it', async () => {
  const { server, ann, bob, forecaster, path } = await open();
  const add = (blend: unknown) =>
    server.ask('POST', '/forecasters', { headers: bob, body: { name: 'mix', regions: 'PJM', blend } });
  const experts = ['loadcast', 'operator', forecaster.id];
  for (const refused of [experts, ['loadcast', 'fct_none'], ['loadcast'], ['operator', 'operator'], 'loadcast'])
    expect((await add(refused)).error).toMatchObject({ details: { parameter: 'blend' } });
  await server.ask('POST', path, { headers: ann, body: { public: true } });
  server.now += 10;
  const made = await add(experts);
  expect(made).toMatchObject({ status: 201, data: { blend: experts } });
  const { data } = await server.ask('GET', '/forecasters', { headers: bob });
  expect(data).toEqual([made.data]);
  const runs = `/forecasters/${made.data.id}/runs`;
  const submitted = await server.ask('POST', runs, { headers: bob, body: day(1) });
  expect(submitted.error).toMatchObject({ code: 'invalid_parameter', details: { parameter: 'id' } });
});

test('publicity is a row from the moment on at which it changed: what was known before stays', async () => {
  const { server, store, ann, forecaster, path } = await open();
  const publish = (isPublic: boolean) => server.ask('POST', path, { headers: ann, body: { public: isPublic } });
  const at = server.now;
  server.now = at + 10;
  expect((await publish(true)).data).toEqual({ ...forecaster, public: true });
  expect((await publish(true)).data).toEqual({ ...forecaster, public: true });
  server.now = at + 20;
  expect((await publish(false)).data).toEqual(forecaster);
  const known = await Promise.all(
    [0, 9, 10, 19, 20].map((ms) => store.forecasters.find(forecaster.id, at + ms).then((found) => found?.isPublic)),
  );
  expect(known).toEqual([0, 0, 1, 1, 0]);
  expect(await store.forecasters.countChanges(forecaster.id)).toBe(2);
  expect((await server.ask('POST', path, { headers: ann, body: { public: 'yes' } })).error.details.parameter).toBe(
    'public',
  );
});

test('a run is kept as it arrived, sealed after the one before, and its withdrawal is sealed too', async () => {
  const { server, store, cookie, path, forecaster, submit, receipts } = await open();
  const first = await submit(day(90_000));
  expect(first.status).toBe(201);
  expect(first.data).toMatchObject({
    ...{ forecaster: forecaster.id, position: 1, region: 'PJM', received_at: '2026-11-21T08:30:00.000Z', hours: 24 },
    ...{ start: '2026-11-22T05:00:00Z', end: '2026-11-23T05:00:00Z', withdraws: null, late_for: [] },
  });
  const withdrawn = await server.ask('POST', `${path}/withdrawals`, { cookie, body: { position: 1 } });
  expect(withdrawn.data).toMatchObject({ position: 2, withdraws: 1, hours: 0 });
  const again = await server.ask('POST', `${path}/withdrawals`, { cookie, body: { position: 1 } });
  expect(again.data).toEqual(withdrawn.data);
  expect((await server.ask('POST', `${path}/withdrawals`, { cookie, body: { position: 2 } })).error.code).toBe(
    'invalid_parameter',
  );
  expect(await receipts()).toEqual([withdrawn.data, first.data]);
  expect(await verifySubmissions(store.contents, forecaster.id)).toMatchObject({ runs: 2, head: withdrawn.data.link });
});

test.each([
  { name: 'in the last millisecond', at: GATE, late: [] },
  { name: 'a millisecond after the gate', at: GATE + 1, late: ['DAM 2026-11-22'] },
])('a run $name is kept, and marked where the gate had closed', async ({ at, late }) => {
  const { server, submit, receipts } = await open();
  server.now = at;
  const { data } = await submit(day(90_000));
  expect(data.late_for).toEqual(late);
  expect(await receipts()).toEqual([data]);
});

test('a repeated request gets the first receipt, at any later time, and never one for other rows', async () => {
  const { server, submit, receipts } = await open();
  const headers = { 'idempotency-key': 'nightly-2026-11-22' };
  const [first, twin] = await Promise.all([1, 2].map(() => submit(day(90_000), 'region=PJM', headers)));
  server.now += 30 * 24 * HOUR_MS;
  const repeated = await submit(day(90_000), 'region=PJM', headers);
  expect([twin!.data, repeated.data]).toEqual([first!.data, first!.data]);
  expect(await receipts()).toEqual([first!.data]);
});

test('a key for other rows is refused', async () => {
  const { submit } = await open();
  const headers = { 'idempotency-key': 'nightly' };
  await submit(day(90_000), 'region=PJM', headers);
  const other = await submit(day(90_001), 'region=PJM', headers);
  expect(other.error.details.parameter).toBe('Idempotency-Key');
});

describe('nothing is kept of', () => {
  test.each([
    { name: 'a file with a bad row', body: `${day(1)}\nx,1`, parameter: 'body' },
    { name: 'a region of others', body: day(1), query: 'region=MISO', parameter: 'region' },
    { name: 'a region that is not there', body: day(1), query: 'region=XX', parameter: 'region' },
    { name: 'one of several regions without its name', body: day(1), query: '', parameter: 'region' },
    { name: 'a unit that is none', body: day(1), query: 'region=PJM&unit=hp', parameter: 'unit' },
    { name: 'a key with spaces', body: day(1), key: 'a b', parameter: 'Idempotency-Key' },
    { name: 'hours of last week', body: `timestamp,value_mw\n${rowAt(GATE - 200 * HOUR_MS, 1)}`, parameter: 'body' },
  ])('$name', async ({ body, query, key, parameter }) => {
    const { submit, receipts } = await open();
    const { error } = await submit(body, query, key ? { 'idempotency-key': key } : {});
    expect(error.details.parameter).toBe(parameter);
    expect(await receipts()).toEqual([]);
  });
});

test('a key of another account finds nothing, and the session of the own one finds all', async () => {
  const { server, cookie, bob, path, submit } = await open();
  await submit(day(90_000));
  expect((await server.ask('GET', `${path}/runs`, { cookie })).data.length).toBe(1);
  expect((await server.ask('GET', '/forecasters', { headers: bob })).data).toEqual([]);
  for (const [method, end, body] of [
    ['GET', '/runs', undefined],
    ['POST', '/runs', day(1)],
    ['POST', '/withdrawals', { position: 1 }],
    ['DELETE', '', undefined],
  ] as const)
    expect((await server.ask(method, path + end, { headers: bob, body })).status).toBe(404);
});

test('a plan bounds the active forecasters', async () => {
  const { server, cookie, path } = await open();
  const add = () => server.ask('POST', '/forecasters', { cookie, body: { name: 'another', regions: 'PJM' } });
  expect((await add()).error).toMatchObject({ code: 'plan_limit', details: { plan: 'Free' } });
  await server.ask('DELETE', path, { cookie });
  expect((await add()).status).toBe(201);
});
