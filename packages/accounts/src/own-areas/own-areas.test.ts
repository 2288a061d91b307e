import { CONTRACT_AREAS, DAY_MS, HOUR_MS, PLANS, readAsOf } from '@loadcast/core';
import type { AreaRecord } from '@loadcast/storage/sqlite';
import { describe, expect, test } from 'vitest';
import { openAreaBook } from '../../../service/src/wiring/areas.js';
import { databaseAnswers, emptyPostgresStore } from '../../../storage/src/testing/test-database.js';
import { emptySqliteStore } from '../../../storage/src/testing/test-sqlite.js';
import { type AccountServer, openAccountServer } from '../account/testing/account-server.js';
import { createAreaAdmin } from './area-admin.js';

/** The server's clock: 2026-11-21 08:30 UTC. */
const START = Date.UTC(2026, 9, 1);

const ENGINES = [
  { engine: 'SQLite', openStore: emptySqliteStore, runs: true },
  { engine: 'PostgreSQL', openStore: emptyPostgresStore, runs: await databaseAnswers() },
] as const;

async function opened(openStore: typeof emptySqliteStore | typeof emptyPostgresStore) {
  const store = await openStore();
  const book = await openAreaBook(store.areaLedger);
  const ownAreas = createAreaAdmin({ ...store, ...book }, () => server.now);
  const server: AccountServer = await openAccountServer({ store: store.control, ownAreas });
  const person = async (email: string, a: string) => {
    const cookie = await server.signedIn(email);
    const { id } = (await store.control.accountByEmail(email))!;
    await store.control.setPlans(id, { a, b: null, c: null }, {});
    const ask = (method: string, path: string, body?: string) => server.ask(method, `/areas${path}`, { cookie, body });
    return { id, ask };
  };
  const ann = await person('ann@example.org', 'team');
  const add = (body: string, query = 'code=plant-7&timezone=UTC') => ann.ask('POST', `?${query}`, body);
  return { server, store, book, ann, add, person };
}

const file = (hours: number, from = START, mw = 5) =>
  [
    'time,MW',
    ...Array.from({ length: hours }, (_, hour) => `${isoAt(from + hour * HOUR_MS)},${mw + (hour % 24)}`),
  ].join('\n');
const isoAt = (start: number) => `${new Date(start).toISOString().slice(0, 16)}Z`;

for (const { engine, openStore, runs } of ENGINES)
  describe.skipIf(!runs)(`own areas in ${engine}`, () => {
    const open = () => opened(openStore);

    test('an area is added with its load, and its account alone has it', async () => {
      const { book, ann, add, person } = await open();
      const bob = await person('bob@example.org', 'team');
      const { status, data } = await add(file(40 * 24));
      expect([status, data]).toEqual([
        201,
        {
          ...{ code: 'PLANT-7', name: 'PLANT-7', timezone: 'UTC', holidays: 'us', added_at: '2026-11-21T08:30:00Z' },
          ...{
            retired_at: null,
            hours: 960,
            start: '2026-10-01T00:00:00Z',
            end: '2026-11-10T00:00:00Z',
            missing: null,
          },
          ...{ new_hours: 960, restated_hours: 0, future_hours: 0 },
        },
      ]);
      const seen = [ann.id, bob.id, undefined].map((id) => book.areas(id).find('a', 'plant-7')?.code);
      expect(seen).toEqual(['PLANT-7', undefined, undefined]);
      expect(book.areas()).toBe(CONTRACT_AREAS);
      expect((await bob.ask('GET', '')).data).toEqual([]);
      expect((await bob.ask('POST', '?code=plant-7&timezone=UTC', file(48, START, 9))).status).toBe(201);
      expect((await ann.ask('GET', '')).data[0].hours).toBe(960);
    });

    test.each([
      { name: 'a day of load', hours: 24, missing: /^1 of 30 days .* from 2026-10-31T00:00:00Z on$/ },
      {
        name: 'load that ended too long ago',
        hours: 31 * 24,
        from: START - 40 * DAY_MS,
        missing: /ends at 2026-09-22/,
      },
    ])('$name is kept, and what a forecast still needs is named', async ({ hours, from, missing }) => {
      const { add } = await open();
      expect((await add(file(hours, from))).data.missing).toMatch(missing);
    });

    test('more load is kept once, a restatement beside what was known before it', async () => {
      const { server, store, ann, add } = await open();
      await add(file(40 * 24));
      const addedAt = server.now;
      server.now += HOUR_MS;
      const more = file(48, START + 39 * DAY_MS);
      expect((await ann.ask('PUT', '/plant-7/load', more)).data).toMatchObject({ new_hours: 24, restated_hours: 0 });
      expect((await ann.ask('PUT', '/PLANT-7/load', more)).data).toMatchObject({ new_hours: 0, restated_hours: 0 });
      const other = file(24, START + 39 * DAY_MS, 6);
      expect((await ann.ask('PUT', '/plant-7/load', other)).data).toMatchObject({ new_hours: 0, restated_hours: 24 });
      const [{ series }] = (await store.areaLedger.list()) as [AreaRecord];
      const known = await store.actuals.read({ series, measure: 'demand' });
      const window = { start: START + 39 * DAY_MS, end: START + 39 * DAY_MS + HOUR_MS };
      const values = [addedAt, server.now].map((asOf) => readAsOf(known, window, asOf).valuesMw[0]);
      expect(values).toEqual([5, 6]);
    });

    test('a retired area takes nothing, is active no longer, and its code can be added again', async () => {
      const { server, book, ann, add } = await open();
      await add(file(48));
      expect((await ann.ask('DELETE', '/plant-7')).data.retired_at).not.toBeNull();
      expect(book.everyArea().list.length).toBe(CONTRACT_AREAS.list.length);
      expect((await ann.ask('PUT', '/plant-7/load', file(48))).status).toBe(404);
      server.now += HOUR_MS;
      expect((await add(file(72))).data).toMatchObject({ hours: 72, new_hours: 24 });
      expect(book.areas(ann.id).find('a', 'plant-7')?.area.retiredAt).toBeUndefined();
    });

    test('a file of several columns is read by the one that is named, and refused without a name', async () => {
      const { ann, add } = await open();
      const twoColumns = (from: number) =>
        ['time,usage (MW),solar (MW)', ...[0, 1].map((hour) => `${isoAt(from + hour * HOUR_MS)},5,900`)].join('\n');
      expect((await add(twoColumns(START))).error.message).toContain("'usage (MW)', 'solar (MW)'");
      expect((await add(twoColumns(START), 'code=x1&timezone=UTC&column=Usage+(MW)')).data).toMatchObject({ hours: 2 });
      const fed = await ann.ask('PUT', '/x1/load?column=usage+(MW)', twoColumns(START + DAY_MS));
      expect(fed.data).toMatchObject({ new_hours: 2, restated_hours: 0 });
      expect((await ann.ask('PUT', '/x1/load?column=usage+(MW)', twoColumns(START))).data).toMatchObject({
        restated_hours: 0,
      });
    });

    test('two calls at once add one area', async () => {
      const { book, ann, add } = await open();
      await Promise.all([add(file(48)), add(file(48))]);
      expect(book.areas(ann.id).listed.length).toBe(CONTRACT_AREAS.listed.length + 1);
    });

    describe('nothing is kept of', () => {
      const zone = 'timezone=America/Chicago';
      test.each([
        { name: 'a code of the contract', query: `code=pjm&${zone}`, parameter: 'code' },
        { name: 'a code of a report', query: `code=nyis-total&${zone}`, parameter: 'code' },
        { name: 'the word all', query: `code=all&${zone}`, parameter: 'code' },
        { name: 'a code with a slash', query: `code=a/b&${zone}`, parameter: 'code' },
        { name: 'no code', query: zone, parameter: 'code' },
        { name: 'a clock that is none', query: 'code=x1&timezone=America/Chikago', parameter: 'timezone' },
        { name: 'holidays that are none', query: `code=x1&${zone}&holidays=mars`, parameter: 'holidays' },
        { name: 'a unit that is none', query: `code=x1&${zone}&unit=hp`, parameter: 'unit' },
        { name: 'a name with a line break', query: `code=x1&${zone}&name=a%0Ab`, parameter: 'name' },
        { name: 'no file', body: '', says: 'the file is empty' },
        { name: 'a page', body: '<!doctype html>', says: 'web page' },
        {
          name: 'a file without a unit',
          body: 'time,load\n2026-11-20T00:00Z,5\n2026-11-20T01:00Z,6',
          says: 'the unit',
        },
        {
          name: 'a line that is no load',
          body: `${file(48)}\n2026-11-20T00:00Z,x`,
          says: "line 50: 'x' is not a number",
        },
        { name: 'an hour twice', body: `${file(48)}\n${isoAt(START)},5`, says: 'line 50: its interval is in line 2' },
        {
          name: 'load below 100 kW',
          body: file(48).replace('MW', 'kW'),
          says: 'the mean of the file is 0.0165 MW',
        },
      ])('$name', async ({ query = `code=x1&${zone}`, body = file(48), parameter = 'body', says = '' }) => {
        const { store, ann, add } = await open();
        const { status, error } = await add(body, query);
        expect([status, error.details.parameter]).toEqual([400, parameter]);
        expect(error.message).toContain(says);
        expect((await ann.ask('GET', '')).data).toEqual([]);
        expect(await store.actuals.keys()).toEqual([]);
      });
    });

    test('a plan bounds the areas and the hours of each', async () => {
      const { ann, add, person } = await open();
      const free = await person('eve@example.org', 'free');
      expect((await free.ask('POST', '?code=x1&timezone=UTC', file(48))).error.code).toBe('plan_limit');
      const old = file(2, Date.UTC(2020, 0, 1));
      expect((await add(old)).status).toBe(201);
      expect((await ann.ask('PUT', '/plant-7/load', file(48))).error.message).toMatch(
        /up to 52704 hours .* there would be/,
      );
      for (const n of [2, 3, 4, 5]) expect((await add(file(2), `code=x${n}&timezone=UTC`)).status).toBe(201);
      expect((await add(file(2), 'code=x6&timezone=UTC')).error.code).toBe('plan_limit');
    });

    test('a plan bounds restated hours, those of values that another file changed', async () => {
      const { server, store, book, ann } = await open();
      const admin = createAreaAdmin({ ...store, ...book }, () => server.now);
      const plan = { ...PLANS.find(({ id }) => id === 'team')!, maxAreaRows: 48 };
      const bytes = (mw: number) => new TextEncoder().encode(file(48, START, mw));
      await admin.add(ann.id, plan, { code: 'X1', timezone: 'UTC', holidays: 'us' }, bytes(5));
      const feed = (mw: number) => admin.feed(ann.id, plan, 'x1', {}, bytes(mw));
      expect(await feed(6)).toMatchObject({ restated_hours: 48 });
      await expect(feed(7)).rejects.toThrow('up to 48 restated hours');
    });
  });
