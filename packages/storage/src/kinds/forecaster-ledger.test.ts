import { describe, expect, test } from 'vitest';
import type { StoreContents } from '../store-contents.js';
import { databaseAnswers, emptyPostgresStore } from '../testing/test-database.js';
import { emptySqliteStore } from '../testing/test-sqlite.js';
import { verifyStore } from '../verify-store.js';
import { verifySubmissions } from '../verify-submissions.js';
import type { ForecasterRecord } from './forecaster-ledger.js';
import type { NewSubmission } from './submissions/submission-record.js';

const NOW = Date.UTC(2026, 10, 21);
const HOUR = 3_600_000;
const FORECASTER: ForecasterRecord = {
  id: 'fct_1',
  knownAt: NOW,
  accountId: 'acc_1',
  name: 'night model',
  areas: 'pjm',
  gates: 'DAM',
  isPublic: 0,
  retiredAt: null,
  blends: null,
};
const run = (hour: number, requestKey: string | null = null): NewSubmission => ({
  forecasterId: 'fct_1',
  areaId: 'pjm',
  startAt: NOW,
  endAt: NOW + HOUR,
  withdraws: null,
  requestKey,
  content: `2026-11-21T00:00:00.000Z,${hour},,\n`,
});

const hasPostgres = await databaseAnswers();

/** A clock that stands. */
const at = (instant: number) => () => instant;

describe.each([
  { engine: 'SQLite', open: emptySqliteStore, runs: true },
  { engine: 'PostgreSQL', open: emptyPostgresStore, runs: hasPostgres },
])('forecasters in $engine', ({ open, runs }) => {
  test.skipIf(!runs)('a change is another row, and the list shows the newest', async () => {
    const { forecasters, contents } = await open();
    const retired = { ...FORECASTER, knownAt: NOW + 1, retiredAt: NOW + 1 };
    await forecasters.keep(FORECASTER);
    await forecasters.keep({ ...FORECASTER, id: 'fct_2', accountId: 'acc_2' });
    await forecasters.keep(retired);
    await expect(forecasters.keep(retired)).rejects.toThrow();
    expect(await forecasters.list('acc_1')).toEqual([retired]);
    expect((await contents.query('select id from forecaster')).length).toBe(3);
  });

  test.skipIf(!runs)('submissions at once take places without a gap, and a repeated request takes none', async () => {
    const { forecasters, contents } = await open();
    const kept = await Promise.all(
      [run(1), run(2, 'a'), run(3, 'a'), run(4), run(5)].map((each) => forecasters.submit(each, at(NOW + 1))),
    );
    expect(kept[1]).toEqual(kept[2]);
    const stored = await forecasters.submissions('fct_1', 9);
    expect(stored.map(({ position }) => position)).toEqual([4, 3, 2, 1]);
    expect(await forecasters.submission('fct_1', 4)).toEqual(stored[0]);
    expect(await forecasters.submissions('fct_1', 2)).toEqual(stored.slice(0, 2));
    expect(await forecasters.countSince('fct_1', NOW)).toBe(4);
    expect(await verifySubmissions(contents, 'fct_1')).toEqual({
      runs: 4,
      head: stored[0]!.link,
      firstBreak: undefined,
    });
  });

  test.skipIf(!runs).each([
    { name: 'of two that submit at once no arrival is before the one at the place before', keys: [null, null] },
    { name: 'of two that make the same request both get its receipt', keys: ['a', 'a'] },
    { name: 'of two requests each keeps its own row', keys: ['a', 'b'] },
  ])('$name', async ({ keys: [key = null, otherKey = null] }) => {
    const { forecasters, contents } = await open();
    let other: ReturnType<typeof forecasters.submit> | undefined;
    // The other submits while the place is taken, by a clock that is five milliseconds behind.
    const first = await forecasters.submit(run(1, key), () => {
      other ??= forecasters.submit(run(1, otherKey), at(NOW));
      return NOW + 5;
    });
    const second = await other!;
    const kept = (await forecasters.submissions('fct_1', 9)).reverse();
    expect(kept.length).toBe(key !== null && key === otherKey ? 1 : 2);
    expect(kept).toEqual(expect.arrayContaining([first, second]));
    const arrivals = kept.map(({ receivedAt }) => receivedAt);
    expect(arrivals).toEqual(arrivals.toSorted((a, b) => a - b));
    if (kept.length === 2) expect(arrivals.at(-1)).toBe(NOW + 5);
    expect(await verifySubmissions(contents, 'fct_1')).toMatchObject({ runs: kept.length, firstBreak: undefined });
  });

  test.skipIf(!runs)('the state of an instant is the newest row of then, publicity too', async () => {
    const { forecasters } = await open();
    const shown = { ...FORECASTER, knownAt: NOW + 2, isPublic: 1 };
    const hidden = { ...FORECASTER, knownAt: NOW + 4 };
    for (const each of [FORECASTER, shown, hidden]) await forecasters.keep(each);
    const states = await Promise.all([-1, 0, 1, 2, 3, 4].map((ms) => forecasters.find('fct_1', NOW + ms)));
    expect(states).toEqual([undefined, FORECASTER, FORECASTER, shown, shown, hidden]);
    expect(await forecasters.find('fct_2', NOW + 9)).toBeUndefined();
  });

  test.skipIf(!runs).each([
    { name: 'those of then', wanted: {}, positions: [4, 2, 1] },
    { name: 'those known at an instant', wanted: { asOf: NOW + 1 }, positions: [1] },
    { name: 'the newest', wanted: { most: 1 }, positions: [4] },
    { name: 'a page after a place', wanted: { before: 4 }, positions: [2, 1] },
    {
      name: 'no hour that only touches the window',
      wanted: { window: { start: NOW + HOUR, end: NOW + 9 * HOUR } },
      positions: [],
    },
    { name: 'no other forecaster', wanted: { forecasterId: 'fct_2' }, positions: [] },
  ])('a bounded read gives $name', async ({ wanted, positions }) => {
    const { forecasters } = await open();
    const content = '2026-11-21T00:00:00.000Z,4.5,,\n2026-11-21T01:00:00.000Z,5,4,6\n';
    const rows = [run(1), run(2), { ...run(3), areaId: 'miso' }, { ...run(4), content }];
    for (const [index, row] of rows.entries()) await forecasters.submit(row, at(NOW + 1 + index));
    const window = { start: NOW, end: NOW + HOUR };
    const base = { forecasterId: 'fct_1', areaId: 'pjm', window, asOf: NOW + 9, before: 99, most: 9 };
    const found = await forecasters.known({ ...base, ...wanted });
    expect(found.map(({ position }) => position)).toEqual(positions);
    if (positions[0] === 4)
      expect(found[0]).toMatchObject({
        ...{ receivedAt: NOW + 4, withdraws: null },
        hours: [
          { start: NOW, valueMw: 4.5, p10Mw: Number.NaN, p90Mw: Number.NaN },
          { start: NOW + HOUR, valueMw: 5, p10Mw: 4, p90Mw: 6 },
        ],
      });
  });

  test.skipIf(!runs).each([
    { name: 'newest first', wanted: {}, positions: [4, 2, 1] },
    {
      name: 'from the start of the window on',
      wanted: { window: { start: NOW + 2, end: NOW + 9 } },
      positions: [4, 2],
    },
    { name: 'not at its end', wanted: { window: { start: NOW, end: NOW + 4 } }, positions: [2, 1] },
    { name: 'not after an instant', wanted: { asOf: NOW + 3 }, positions: [2, 1] },
    { name: 'page by page', wanted: { before: 4, most: 1 }, positions: [2] },
    { name: 'for no other forecaster', wanted: { forecasterId: 'fct_2' }, positions: [] },
  ])('what arrived is listed $name', async ({ wanted, positions }) => {
    const { forecasters } = await open();
    const rows = [run(1), run(2), { ...run(3), areaId: 'miso' }, run(4)];
    for (const [index, row] of rows.entries()) await forecasters.submit(row, at(NOW + 1 + index));
    const window = { start: NOW, end: NOW + 9 };
    const base = { forecasterId: 'fct_1', areaId: 'pjm', window, asOf: NOW + 9, before: 99, most: 9 };
    const found = await forecasters.received({ ...base, ...wanted });
    expect(found.map(({ position }) => position)).toEqual(positions);
  });

  test.skipIf(!runs).each([
    { name: 'by the instant at which they became public', wanted: {}, ids: ['b', 'a'] },
    { name: 'as known at an instant', wanted: { asOf: NOW + 3 }, ids: ['b'] },
    { name: 'that forecast the area', wanted: { areaId: 'miso' }, ids: ['a'] },
    { name: 'whole ids of areas only', wanted: { areaId: 'jm' }, ids: [] },
    { name: 'without those retired before', wanted: { since: NOW + 6 }, ids: ['a'] },
    { name: 'up to a number', wanted: { most: 1 }, ids: ['b'] },
  ])('public forecasters are listed $name', async ({ wanted, ids }) => {
    const { forecasters } = await open();
    const rows = [
      { id: 'a', knownAt: NOW, areas: 'pjm,miso' },
      { id: 'b', knownAt: NOW + 1, isPublic: 1 },
      { id: 'c', knownAt: NOW + 1, isPublic: 1 },
      { id: 'c', knownAt: NOW + 2 },
      { id: 'a', knownAt: NOW + 4, isPublic: 1, areas: 'pjm,miso' },
      { id: 'b', knownAt: NOW + 3, isPublic: 1, retiredAt: NOW + 5 },
    ];
    for (const row of rows) await forecasters.keep({ ...FORECASTER, ...row });
    const found = await forecasters.listPublic({ areaId: 'pjm', asOf: NOW + 9, since: NOW, most: 9, ...wanted });
    expect(found.map(({ id }) => id)).toEqual(ids);
  });

  test.skipIf(!runs)('a place is refused where the store refuses the row', async () => {
    const { forecasters } = await open();
    const broken = { ...run(1), content: null as unknown as string };
    await expect(forecasters.submit(broken, at(NOW))).rejects.toThrow();
    expect(await forecasters.submissions('fct_1', 9)).toEqual([]);
  });

  test.skipIf(!runs).each<{ name: string; later: NewSubmission }>([
    { name: 'a newer run', later: run(9) },
    { name: 'a withdrawal', later: { ...run(9, 'withdraw 1'), withdraws: 1, content: '' } },
    { name: 'a repeated request', later: run(9, 'a') },
  ])('submissions known at an instant stay as they were after $name', async ({ later }) => {
    const { forecasters } = await open();
    const knownAt = async (instant: number) =>
      (await forecasters.submissions('fct_1', 9)).filter(({ receivedAt }) => receivedAt <= instant);
    await forecasters.submit(run(1, 'a'), at(NOW + 1));
    await forecasters.submit(run(2), at(NOW + 2));
    const before = await Promise.all([NOW, NOW + 1, NOW + 2].map(knownAt));
    await forecasters.submit(later, at(NOW + 9));
    expect(before.map(({ length }) => length)).toEqual([0, 1, 2]);
    expect(await Promise.all([NOW, NOW + 1, NOW + 2].map(knownAt))).toEqual(before);
    expect(await knownAt(NOW + 9)).toHaveLength(later.requestKey === 'a' ? 2 : 3);
  });

  const edit = (contents: StoreContents, sql: string) => contents.execute([{ sql, values: [] }]);
  test.skipIf(!runs).each([
    { name: 'another value', sql: "update submission set content = 'x' where position = 2", isDamaged: true },
    { name: 'an earlier arrival', sql: 'update submission set received_at = 1 where position = 2', isDamaged: true },
    { name: 'another link', sql: "update submission set link = 'x' where position = 2", isDamaged: false },
    { name: 'a lost row', sql: 'delete from submission where position = 2', isDamaged: false },
  ])('verify names $name at its place', async ({ sql, isDamaged }) => {
    const { forecasters, contents } = await open();
    for (const hour of [1, 2, 3]) await forecasters.submit(run(hour), at(NOW + hour));
    await edit(contents, sql);
    expect(await verifySubmissions(contents, 'fct_1')).toMatchObject({ runs: 1, firstBreak: { position: 2 } });
    if (isDamaged) await expect(verifyStore({ contents })).rejects.toMatchObject({ fault: 'corrupt' });
  });
});
