import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUR_MS } from '@loadcast/core';
import { buildBatch, buildBlock } from '@loadcast/core/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { encodeBlock } from '../codec/block-row.js';
import { encodePack } from '../codec/pack-row.js';
import { verifyStore } from '../verify-store.js';
import { openSqliteStore, type SqliteStore } from './sqlite-store.js';

const CISO = { series: 'CISO', measure: 'demand' } as const;
const FIRST = Date.parse('2026-01-01T00:00Z');

let dataDir: string;
let store: SqliteStore;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'loadcast-packs-'));
  store = await openSqliteStore({ dataDir });
});
afterEach(async () => {
  await store.close();
  rmSync(dataDir, { recursive: true });
});

const poll = (hour: number) =>
  buildBatch([
    buildBlock(new Date(FIRST + hour * HOUR_MS).toISOString(), [hour], {
      known: { kind: 'at', at: FIRST + hour * HOUR_MS },
    }),
  ]);
const packs = (): number => Number(store.database.prepare('select count(*) as packs from block_pack').get().packs);

test('a pack is made of every 128 blocks, in the transaction that appends the last of them', async () => {
  for (let hour = 0; hour < 127; hour++) await store.actuals.append(poll(hour));
  expect(packs()).toBe(0);
  await store.actuals.append(poll(127));
  expect(packs()).toBe(1);
  for (let hour = 128; hour < 300; hour++) await store.actuals.append(poll(hour));
  expect(packs()).toBe(2);
  expect([...(await store.actuals.read(CISO)).values]).toEqual(Array.from({ length: 300 }, (_, hour) => hour));
});

test('a store from before there were packs reads the same, and catches up by one pack an append', async () => {
  for (let hour = 0; hour < 400; hour++) await store.actuals.append(poll(hour));
  const whole = await store.actuals.read(CISO);
  store.database.exec('delete from block_pack');
  expect(await store.actuals.read(CISO)).toEqual(whole);
  for (let round = 1; round <= 4; round++) {
    await store.actuals.append(poll(399 + round));
    expect(packs()).toBe(Math.min(round, 3));
  }
  expect((await store.actuals.read(CISO)).values).toHaveLength(404);
});

test('verifying a store reads its packs too, and holds them against their blocks', async () => {
  for (let hour = 0; hour < 300; hour++) await store.actuals.append(poll(hour));
  await verifyStore(store);
  const [one, other] = [1, 129].map((seq) =>
    store.database.prepare('select * from block_pack where first_seq = ?').get(seq),
  );
  const blocks = store.database.prepare('select * from observation_block order by seq limit 128').all();
  blocks[5] = encodeBlock(CISO, { start: FIRST, values: Float64Array.of(9), known: { kind: 'at', at: FIRST } }, 6);
  const { crc, payload, outline } = encodePack(CISO, blocks);
  const write = store.database.prepare('update block_pack set crc = ?, payload = ?, outline = ? where first_seq = ?');
  write.run(crc, payload, outline, one.first_seq);
  await expect(verifyStore(store)).rejects.toThrow('the pack of blocks 1 to 128');
  write.run(one.crc, one.payload, one.outline, one.first_seq);
  write.run(other.crc + 1, other.payload, other.outline, other.first_seq);
  await expect(verifyStore(store)).rejects.toThrow('blocks 129 to 256');
});

test.each([
  { name: 'a lost first pack', damage: 'delete from block_pack where first_seq = 1' },
  { name: 'a pack with the chain of another', damage: 'update block_pack set chain = chain + 1 where first_seq = 129' },
  { name: 'a changed pack', damage: "update block_pack set payload = x'01' where first_seq = 1" },
])('$name is found', async ({ damage }) => {
  for (let hour = 0; hour < 300; hour++) await store.actuals.append(poll(hour));
  store.database.exec(damage);
  await expect(store.actuals.read(CISO)).rejects.toMatchObject({ fault: 'corrupt' });
});
