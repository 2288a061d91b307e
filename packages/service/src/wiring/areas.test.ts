import { CONTRACT_AREAS, DAY_MS, engine } from '@loadcast/core';
import { budgetRatios } from '@loadcast/core/budgets';
import { SyntheticData, testAccount } from '@loadcast/core/testing';
import type { AreaRecord } from '@loadcast/storage/sqlite';
import { describe, expect, test } from 'vitest';
import { databaseAnswers, emptyPostgresStore } from '../../../storage/src/testing/test-database.js';
import { emptySqliteStore } from '../../../storage/src/testing/test-sqlite.js';
import { openAreaBook, openAreas } from './areas.js';

const ENGINES = [
  { engine: 'SQLite', open: emptySqliteStore, runs: true },
  { engine: 'PostgreSQL', open: emptyPostgresStore, runs: await databaseAnswers() },
] as const;

const record = (id: string, code: string, accountId: string | null, knownAt = 1): AreaRecord => ({
  ...{ id, knownAt, code, name: code, kind: 'utility', timezone: 'America/Chicago', marketTimezone: 'America/Chicago' },
  ...{
    calendar: 'us',
    source: 'own',
    series: id.toUpperCase(),
    neighbours: '',
    parent: null,
    retiredAt: null,
    accountId,
  },
});

const OWN = [record('own-1', 'plant-7', 'acc_ann'), record('own-2', 'plant-7', 'acc_bob')];

describe.each(ENGINES)('areas of accounts in $engine', ({ open, runs }) => {
  async function opened(records: readonly AreaRecord[] = OWN) {
    const store = await open();
    if (records.length > 0) await store.areaLedger.add(records);
    return { store, book: await openAreaBook(store.areaLedger) };
  }

  test.skipIf(!runs)(
    'each account sees its own, under a code that others may use too; everyone else sees neither',
    async () => {
      const { book } = await opened();
      const seen = (accountId?: string) => book.areas(accountId).find('a', 'PLANT-7')?.area.id;
      expect(['acc_ann', 'acc_bob', 'acc_eve', undefined].map(seen)).toEqual(['own-1', 'own-2', undefined, undefined]);
      expect(book.areas('acc_eve')).toBe(book.areas());
      expect(book.areas('acc_ann')).toBe(book.areas('acc_ann'));
      for (const other of [book.areas(), book.areas('acc_bob')]) {
        expect(other.bySeries('OWN-1')).toBeUndefined();
        expect(other.listed.map(({ area }) => area.id)).not.toContain('own-1');
        expect(() => other.byId('own-1')).toThrow(RangeError);
      }
    },
  );

  test.skipIf(!runs)(
    'callers who ask as of many instants keep a bounded number of snapshots, and the right ones',
    async () => {
      const many = Array.from({ length: 100 }, (_, i) => record(`own-${i}`, `plant-${i}`, 'acc_ann', i + 1));
      const { book } = await opened(many);
      for (const at of [...many.keys(), ...many.keys()])
        expect(book.areas('acc_ann', at).listed.length).toBe(CONTRACT_AREAS.listed.length + at);
      expect(budgetRatios().get('earlier_areas')).toBe(1);
    },
  );

  test.skipIf(!runs)('all are forecast, beside those of the contract, whose order stays', async () => {
    const { book } = await opened();
    const ids = book.everyArea().list.map(({ id }) => id);
    expect(ids).toEqual([...CONTRACT_AREAS.list.map(({ id }) => id), 'own-1', 'own-2']);
    expect(book.everyArea().find('a', 'plant-7')).toBeUndefined();
  });

  test.skipIf(!runs)('an area that everyone sees later takes its code from an own one, and nothing fails', async () => {
    const { store, book } = await opened();
    await store.areaLedger.add([record('eia-x', 'plant-7', null, 2)]);
    await book.followAreas();
    expect(book.areas('acc_ann').find('a', 'plant-7')?.area.id).toBe('eia-x');
    expect(book.everyArea().list.map(({ id }) => id)).toContain('own-1');
  });

  test.skipIf(!runs)(
    'another program sees what was added and retired without a restart, and snapshots never change',
    async () => {
      const { store, book } = await opened([OWN[0]!]);
      const other = await openAreaBook(store.areaLedger);
      const [before, every] = [other.areas('acc_ann'), other.everyArea()];
      await store.areaLedger.add([{ ...OWN[0]!, knownAt: 5, retiredAt: 5 }, record('own-3', 'well', 'acc_ann', 5)]);
      await other.followAreas();
      expect(
        other
          .areas('acc_ann')
          .coded('a')
          .map(({ code }) => code),
      ).toContain('well');
      expect(other.everyArea().list.map(({ id }) => id)).not.toContain('own-1');
      expect(other.areas('acc_ann').find('a', 'plant-7')?.area.retiredAt).toBe(5);
      expect([before.find('a', 'well'), every.list.at(-1)?.id]).toEqual([undefined, 'own-1']);
      const same = other.everyArea();
      await other.followAreas();
      expect(other.everyArea()).toBe(same);
      expect(book.everyArea()).not.toBe(same);
    },
  );

  test.skipIf(!runs)(
    'the areas of an instant are those that were known then, added again after it or not',
    async () => {
      const [owned, shared] = [record('own-5', 'mill', 'acc_ann', 2), record('eia-y', 'Y', null, 4)];
      const { book } = await opened([
        ...[owned, shared],
        { ...shared, knownAt: 6, retiredAt: 6 },
        { ...shared, knownAt: 8 },
      ]);
      const codesAt = (asOf?: number) => {
        const { listed } = book.areas('acc_ann', asOf);
        return listed.slice(CONTRACT_AREAS.listed.length).map(({ code }) => code);
      };
      expect([1, 2, 4, 6, 8, undefined].map(codesAt)).toEqual([
        [],
        ['mill'],
        ['Y', 'mill'],
        ['mill'],
        ['Y', 'mill'],
        ['Y', 'mill'],
      ]);
      expect(book.areas(undefined, 7).find('a', 'Y')?.area.retiredAt).toBe(6);
      expect(book.areas(undefined, 2)).toBe(book.areas(undefined, 3));
    },
  );

  test.skipIf(!runs)('the areas of a deleted account are gone, others stay', async () => {
    const { store, book } = await opened([]);
    const account = testAccount();
    await store.control.createAccount(account, null);
    await store.areaLedger.add([record('own-4', 'meter', account.id), OWN[1]!]);
    await store.control.deleteAccount(account.id, 9);
    await book.followAreas();
    expect(
      book
        .everyArea()
        .list.map(({ id }) => id)
        .slice(CONTRACT_AREAS.list.length),
    ).toEqual(['own-2']);
    expect(book.areas(account.id)).toBe(book.areas());
  });
});

test('areas that are added change no bit of a forecast of the contract', { timeout: 120_000 }, async () => {
  const start = Date.UTC(2023, 0, 1);
  const neighbours = ['BPAT', 'PACW', 'CISO-PGAE', 'ERCO', 'PJM'];
  const data = new SyntheticData('CISO', { start, days: 400, neighbours });
  const added = ['BPAT', 'PACW', 'OWN-1'].map((series) => ({
    ...record(`eia-${series.toLowerCase()}`, `X-${series}`, null),
    ...{ series, kind: 'grid', source: 'eia930', neighbours: 'CISO ERCO' },
  }));
  const [without, withAdded] = await Promise.all(
    [openAreas(), openAreas(added)].map((areas) =>
      engine.forArea(areas.byId('caiso'), data).issue(start + 390 * DAY_MS, { quantiles: true, contributions: true }),
    ),
  );
  expect(withAdded).toEqual(without);
});
