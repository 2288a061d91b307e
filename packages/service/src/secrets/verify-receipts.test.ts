import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { leafText, openSqliteStore } from '@loadcast/storage/sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { databaseAnswers, dropSchema, freshDatabaseUrl } from '../../../../apps/gateway/test/test-database.js';
import { openPostgres } from '../wiring/store.js';
import { checkpointSigner, openCheckpoint, signedText } from './checkpoint.js';
import { openSubmissionLog } from './submission-log.js';
import { verifyReceipts as verifyFiles } from './verify-receipts.js';

const GATE = Date.UTC(2026, 10, 21, 14);
const HOUR = 3_600_000;
const config = (secret: string) => ({ SECRETS_KEY: secret.repeat(32), LOADCAST_DATA_DIR: '' });

const ENGINES = [
  {
    engine: 'SQLite',
    runs: true,
    async open() {
      const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-receipts-'));
      const store = await openSqliteStore({ dataDir });
      onTestFinished(async () => {
        await store.close();
        rmSync(dataDir, { recursive: true });
      });
      return store;
    },
  },
  {
    engine: 'PostgreSQL',
    runs: await databaseAnswers(),
    async open() {
      const url = freshDatabaseUrl();
      const store = await openPostgres(url, 'writer');
      onTestFinished(async () => {
        await store.close();
        await dropSchema(url);
      });
      return store;
    },
  },
];

/** Two forecasters of which each submits three times, `fct_a` first; the service's log, and receipts as the account gets them. */
async function played(open: (typeof ENGINES)[number]['open']) {
  const { forecasters } = await open();
  for (const turn of [0, 1, 2])
    for (const forecasterId of ['fct_a', 'fct_b']) {
      const hours = { areaId: 'pjm', startAt: GATE, endAt: GATE + HOUR, content: `${turn}\n` };
      const row = { forecasterId, ...hours, withdraws: null, requestKey: null };
      await forecasters.submit(row, () => GATE + turn);
    }
  const log = openSubmissionLog(forecasters, config('k'))!;
  const receipts = async (id: string, size?: number) => {
    const rows = (await forecasters.submissions(id, 9)).toReversed();
    return Promise.all(
      rows.map(async (row) => {
        const at = Math.max(size ?? 0, row.leaf! + 1);
        const times = { received_at: row.receivedAt, start: row.startAt, end: row.endAt };
        const [received_at, start, end] = Object.values(times).map((time) => new Date(time).toISOString());
        const hashes = await log.inclusion(row.leaf!, at);
        const { forecasterId: forecaster, position, withdraws, sha256, link } = row;
        const signed = { hashes, checkpoint: await log.checkpoint(at), key: log.key };
        const proof = { leaf: row.leaf!, text: leafText(row), ...signed };
        return { forecaster, position, received_at, start, end, withdraws, sha256, link, proof };
      }),
    );
  };
  const bridge = async (from: number, size: number) => ({
    data: { from, hashes: await log.consistency(from, size), checkpoint: await log.checkpoint(size), key: log.key },
  });
  return { log, receipts, bridge, forecasters };
}

const verifyReceipts = (answers: readonly unknown[], pinned: Parameters<typeof verifyFiles>[1]) =>
  verifyFiles(Object.fromEntries(answers.map((answer, i) => [`file ${i}`, JSON.stringify(answer)])), pinned);

test.each([
  { file: 'no JSON', text: '{' },
  { file: 'an error of the service', text: '{"error":{"code":"not_found","message":"There is none."}}' },
  { file: 'a receipt without a proof', text: '{"data":[{"forecaster":"fct_a","position":1,"proof":null}]}' },
])('$file is refused by its name', ({ file, text }) => {
  expect(() => verifyFiles({ [file]: text }, {})).toThrow(`${file} has neither receipts with proofs`);
});

type Receipts = Awaited<ReturnType<Awaited<ReturnType<typeof played>>['receipts']>>;
const alter = (receipts: Receipts, index: number, change: object) =>
  receipts.map((receipt, i) => (i === index ? { ...receipt, ...change } : receipt));
const alterProof = (receipts: Receipts, index: number, change: object) =>
  alter(receipts, index, { proof: { ...receipts[index]!.proof, ...change } });
const textOf = (receipts: Receipts, index: number) => receipts[index]!.proof.text;

describe.each(ENGINES)('receipts in $engine', ({ runs, open }) => {
  test.skipIf(!runs)('are in the tree when they came, in a later one, and in one that a proof joins', async () => {
    const { log, receipts, bridge } = await played(open);
    const own = await receipts('fct_a');
    expect(verifyReceipts([{ data: own }], {})).toMatchObject({ key: log.key, faults: [] });
    const checkpoint = await log.checkpoint(5);
    const later = await receipts('fct_a', 5);
    expect(verifyReceipts([{ data: later }], { key: log.key, checkpoint }).faults).toEqual([]);
    expect(verifyReceipts([...own, await bridge(1, 5), await bridge(3, 5)], { checkpoint }).faults).toEqual([]);
    expect(verifyReceipts(own.slice(1), {}).faults).toEqual([]);
    expect(later[0]!.proof.text.split(',')[1]).toMatch(/^[0-9a-f]{32}$/);
  });

  test.skipIf(!runs)('of submissions at once have each its own leaf', async () => {
    const { log, forecasters } = await played(open);
    const row = { areaId: 'pjm', startAt: GATE, endAt: GATE + HOUR, content: '1\n', withdraws: null, requestKey: null };
    const made = await Promise.all(
      ['fct_a', 'fct_b', 'fct_c', 'fct_d'].map((forecasterId) =>
        forecasters.submit({ ...row, forecasterId }, () => GATE),
      ),
    );
    expect(made.map(({ leaf }) => leaf).toSorted()).toEqual([6, 7, 8, 9]);
    expect(openCheckpoint(await log.checkpoint(await log.size()), log.key).size).toBe(10);
  });

  test.skipIf(!runs).each<{ name: string; change: (receipts: Receipts) => unknown[]; fault: RegExp }>([
    {
      name: 'an earlier arrival',
      change: (all) => alter(all, 1, { received_at: '2026-11-20T00:00:00.000Z' }),
      fault: /^fct_a, position 2: its leaf says something else$/,
    },
    {
      name: 'other rows',
      change: (all) => alter(all, 1, { sha256: '0'.repeat(64) }),
      fault: /^fct_a, position 2: its leaf says something else$/,
    },
    {
      name: 'an earlier arrival in the leaf too',
      change: (all) => {
        const text = textOf(all, 1).replace('2026-11-21T14:00:00.001Z', '2026-11-20T00:00:00.000Z');
        return alter(alterProof(all, 1, { text }), 1, {
          received_at: '2026-11-20T00:00:00.000Z',
          proof: { ...all[1]!.proof, text },
        });
      },
      fault: /^fct_a, position 2: it is not in its tree$/,
    },
    {
      name: 'another place',
      change: (all) => alterProof(all, 1, { leaf: 1 }),
      fault: /position 2: it is not in its tree$/,
    },
    {
      name: 'a proof that is cut',
      change: (all) => alterProof(all, 1, { hashes: [] }),
      fault: /position 2: it is not/,
    },
    {
      name: 'another root',
      change: (all) =>
        alterProof(all, 1, { checkpoint: all[1]!.proof.checkpoint.replace(/\n3\n.{44}/, `\n3\n${'A'.repeat(43)}=`) }),
      fault: /position 2: the checkpoint is not signed by loadcast/,
    },
    {
      name: 'one that is left out',
      change: ([first, , last]) => [first, last],
      fault: /position 3: position 2 is left out$/,
    },
  ])('with $name are named', async ({ change, fault }) => {
    const { receipts } = await played(open);
    const { faults } = verifyReceipts(change(await receipts('fct_a')), {});
    expect(faults).toEqual([expect.stringMatching(fault)]);
  });

  test.skipIf(!runs)('of an older checkpoint are those that were there; another key has signed none', async () => {
    const { log, receipts, bridge, forecasters } = await played(open);
    const older = await log.checkpoint(2);
    const all = await receipts('fct_a', 2);
    expect(verifyReceipts([...all, await bridge(2, 3), await bridge(2, 5)], { checkpoint: older }).faults).toEqual([
      'fct_a, position 2: it came after the checkpoint',
      'fct_a, position 3: it came after the checkpoint',
    ]);
    expect(verifyReceipts(all, { checkpoint: older }).faults[0]).toMatch(
      /position 2: nothing shows that its checkpoint of size 3/,
    );
    const other = openSubmissionLog(forecasters, config('l'))!;
    expect(verifyReceipts(all, { key: other.key }).faults).toHaveLength(3);
    expect(() => verifyReceipts(all, { key: log.key, checkpoint: 'none' })).toThrow('not signed');
    // A log that shows the buyer another tree: the same sizes, signed, and a proof that does not join them.
    const forged = checkpointSigner('k'.repeat(32)).sign(2, Buffer.alloc(32, 1));
    expect(verifyReceipts([...all, await bridge(2, 5)], { checkpoint: forged }).faults[0]).toMatch(/nothing shows/);
  });

  test.skipIf(!runs)('show nothing of others: a leaf is hashed with its nonce', async () => {
    const { receipts, forecasters } = await played(open);
    const [own] = await receipts('fct_a', 6);
    const rows = await forecasters.submissions('fct_b', 9);
    for (const row of rows) {
      const bare = createHash('sha256')
        .update(`\0${leafText({ ...row, nonce: '' })}`)
        .digest('base64');
      expect(JSON.stringify(own)).not.toMatch(new RegExp([row.forecasterId, row.sha256, row.link].join('|')));
      expect(own!.proof.hashes).not.toContain(bare);
    }
    expect(new Set(rows.map(({ nonce }) => nonce)).size).toBe(rows.length);
  });
});

test('a note of another implementation is verified, also beside another signature', () => {
  // The example of golang.org/x/mod/sumdb/note.
  const key = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
  const text = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
  const signature =
    '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';
  expect(signedText(`${text}\n${signature}`, key)).toBe(text);
  expect(signedText(`${text}\n— witness AAAA\n${signature}`, key)).toBe(text);
  expect(() => signedText(`${text.replace('think', 'thank')}\n${signature}`, key)).toThrow('not signed');
  expect(() => signedText(`${text}\n${signature}`, key.replace('c74f20a3', 'c74f20a4'))).toThrow('no NAME+HASH+KEY');
  expect(() => openCheckpoint(`${text}\n${signature}`, key)).toThrow('no checkpoint');
});
