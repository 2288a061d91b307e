import type { AreaId, Vintage } from '@loadcast/core';
import { buildVintage } from '@loadcast/core/testing';
import { afterEach, expect, test } from 'vitest';
import { NewestVintages } from './newest-vintages.js';

const opened: NewestVintages[] = [];
afterEach(() => {
  for (const newest of opened.splice(0)) newest.close();
});

const issued = (issuedAt: number, areaId: AreaId = 'pjm'): Vintage => buildVintage({ areaId, issuedAt });

/** A store of which each read is answered by hand, in order. */
function heldStore(retryMs = 2 ** 30) {
  const reads: { areaId: AreaId; answer(vintage: Vintage | undefined): void; fail(): void }[] = [];
  const newest = new NewestVintages(
    {
      newest: (areaId) =>
        new Promise((resolve, reject) => {
          reads.push({ areaId, answer: resolve, fail: () => reject(new Error('away')) });
        }),
    },
    retryMs,
  );
  opened.push(newest);
  return { newest, reads };
}

test.each([
  { name: 'a newer one takes the place of the newest, which becomes the one before', later: 20, held: [20, 10] },
  { name: 'an older one changes nothing', later: 5, held: [10, undefined] },
  { name: 'one of the same instant changes nothing', later: 10, held: [10, undefined] },
])('$name', ({ later, held }) => {
  const { newest } = heldStore();
  newest.keep('pjm', issued(10));
  newest.keep('pjm', issued(later));
  newest.keep('pjm', undefined);
  const { newest: last, before } = newest.of('pjm')!;
  expect([last?.issuedAt, before?.issuedAt]).toEqual(held);
  expect(newest.of('miso')).toBeUndefined();
});

test('calls during a read are one more read, after it: the first may have begun before what they are about', async () => {
  const { newest, reads } = heldStore();
  const first = newest.readAgain('pjm');
  const others = [newest.readAgain('pjm'), newest.readAgain('pjm'), newest.readAgain('pjm')];
  expect(reads).toHaveLength(1);
  reads[0]!.answer(issued(10));
  await expect.poll(() => reads.length).toBe(2);
  reads[1]!.answer(issued(20));
  await Promise.all([first, ...others]);
  expect(reads).toHaveLength(2);
  expect(newest.of('pjm')!.newest?.issuedAt).toBe(20);
});

test('areas are read beside each other', async () => {
  const { newest, reads } = heldStore();
  const both = [newest.readAgain('pjm'), newest.readAgain('miso')];
  expect(reads.map(({ areaId }) => areaId)).toEqual(['pjm', 'miso']);
  for (const read of reads) read.answer(issued(10, read.areaId));
  await Promise.all(both);
  expect(newest.of('miso')!.newest?.areaId).toBe('miso');
});

test('a read that fails keeps what is held, is behind, and is tried again until it succeeds', async () => {
  const { newest, reads } = heldStore(1);
  newest.keep('pjm', issued(10));
  const failed = newest.readAgain('pjm');
  reads[0]!.fail();
  await failed;
  expect([newest.isUpToDate, newest.of('pjm')!.newest?.issuedAt]).toEqual([false, 10]);
  await expect.poll(() => reads.length).toBe(2);
  reads[1]!.fail();
  await expect.poll(() => reads.length).toBe(3);
  reads[2]!.answer(issued(30));
  await expect.poll(() => newest.isUpToDate).toBe(true);
  expect(newest.of('pjm')!.newest?.issuedAt).toBe(30);
});
