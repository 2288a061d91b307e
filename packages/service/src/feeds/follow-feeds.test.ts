import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { CONTRACT_AREAS, DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS } from '@loadcast/core';
import { memoryActualsStore } from '@loadcast/core/memory';
import { type AskFeed, FEEDS, type Feed, readFeed } from '@loadcast/sources/operator-feeds';
import type { PollRecord } from '@loadcast/storage/sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FeedArchive, openFeedArchive } from './feed-archive.js';
import { followFeeds } from './follow-feeds.js';

const NOW = Date.parse('2026-06-14T12:00Z');
const SIGNAL = new AbortController().signal;
const KEY = { series: 'NYIS', measure: 'multi_day_forecast' } as const;
/** A feed without its past files, which `past-issues.test.ts` reads. */
const live = (name: string): Feed => {
  const { past, ...feed } = FEEDS.find(({ id }) => id === name)!;
  return feed;
};
const nyiso = live('nyiso.isolf');
const spp = live('spp.mtlf');

let folder: string;
let archive: FeedArchive;
let noted: Omit<PollRecord, 'endedAt'>[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'feeds-'));
  archive = openFeedArchive(folder);
  noted = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The file of 2026-06-15, of two days. */
function isolf(mw: number): string {
  const labels = ['06/15/2026', '06/16/2026'].flatMap((day) =>
    Array.from({ length: 24 }, (_, hour) => `${day} ${String(hour).padStart(2, '0')}:00`),
  );
  return ['"Time Stamp","NYISO"', ...labels.map((label, i) => `"${label}",${mw + i}`), ''].join('\n');
}

const file = (text: string): Awaited<ReturnType<AskFeed>> => ({
  kind: 'file',
  bytes: Buffer.from(text),
  validators: { etag: text.slice(-8) },
});

function follow(feeds: readonly { feed: typeof nyiso; ask: AskFeed }[], keepMs?: number) {
  const actuals = memoryActualsStore();
  const readFile = async (...given: Parameters<typeof readFeed>) => readFeed(...given);
  const log = { info: () => undefined, warn: () => undefined };
  const polls = { add: async (record: PollRecord) => void noted.push(record) };
  const clock = { now: () => NOW };
  const poll = followFeeds({
    areas: () => CONTRACT_AREAS,
    feeds,
    readFeed: readFile,
    actuals,
    archive,
    keepMs,
    clock,
    log,
    polls,
  } as never);
  return { poll: (at: EpochMs) => poll(at, SIGNAL), actuals };
}

test('a forecast is stored as known when it came, and its file is kept as it was', async () => {
  const { poll, actuals } = follow([{ feed: nyiso, ask: async () => file(isolf(15_000)) }]);
  expect(await poll(NOW)).toBe(true);
  const known = await actuals.read(KEY);
  expect(new Date(known.start).toISOString()).toBe('2026-06-15T04:00:00.000Z');
  expect([...known.values.slice(0, 2), known.values.length]).toEqual([15_000, 15_001, 48]);
  expect(new Set(known.knownAtMs)).toEqual(new Set([NOW]));
  const [kept] = readdirSync(join(folder, 'nyiso.isolf'));
  expect(kept).toMatch(/^2026-06-14T120000\.000Z_[0-9a-f]{64}\.gz$/);
  expect(gunzipSync(readFileSync(join(folder, 'nyiso.isolf', kept!))).toString()).toBe(isolf(15_000));
  expect(noted).toMatchObject([{ source: 'feed nyiso.isolf', outcome: 'ok', newHours: 48 }]);
});

test('a feed is asked no more often than it is published, with what was said of its last file', async () => {
  const asked: unknown[] = [];
  const ask: AskFeed = async (_address, validators) => {
    asked.push(validators);
    return asked.length === 1 ? file(isolf(15_000)) : { kind: 'unchanged' };
  };
  const { poll } = follow([{ feed: nyiso, ask }]);
  for (const minutes of [0, 10, 20, 30]) await poll(NOW + minutes * MINUTE_MS);
  expect(asked).toEqual([{}, { etag: isolf(15_000).slice(-8) }]);
});

test('every changed file is kept; the store has one issue in six hours', async () => {
  let issue = 0;
  const { poll, actuals } = follow([{ feed: nyiso, ask: async () => file(isolf(15_000 + 100 * issue)) }]);
  for (const hours of [0, 1, 2, 6]) {
    issue = hours;
    await poll(NOW + hours * HOUR_MS);
  }
  expect((await archive.contents()).map(({ feed, files }) => [feed, files])).toEqual([['nyiso.isolf', 4]]);
  const { values, replaced } = await actuals.read(KEY);
  expect([values[0], replaced.get(0)?.length]).toEqual([15_600, 1]);
});

test('a file that is refused is kept and noted with its reason, and holds no other feed up', async () => {
  const { poll, actuals } = follow([
    { feed: spp, ask: async () => file('<html>Down for maintenance</html>') },
    { feed: nyiso, ask: async () => file(isolf(15_000)) },
  ]);
  expect(await poll(NOW)).toBe(true);
  expect((await archive.contents()).map(({ feed }) => feed)).toEqual(['nyiso.isolf', 'spp.mtlf']);
  const failed = noted.find(({ outcome }) => outcome === 'failed');
  expect(failed).toMatchObject({ source: 'feed spp.mtlf', reason: 'spp.mtlf: the reply is a web page' });
  expect(await actuals.keys()).toEqual([KEY]);
});

test('a file of tomorrow that is not out yet gives way to that of today', async () => {
  const asked: string[] = [];
  const ask: AskFeed = async (address) => {
    asked.push(address.pathname);
    return { kind: 'absent' };
  };
  expect(await follow([{ feed: nyiso, ask }]).poll(NOW)).toBe(false);
  expect(asked).toEqual(['/public/csv/isolf/20260615isolf.csv', '/public/csv/isolf/20260614isolf.csv']);
});

test('load is stored as newest hours, known when it came, each poll; the last hour of a day is asked for after midnight', async () => {
  const pal = FEEDS.find(({ id }) => id === 'nyiso.pal')!;
  const zones = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K'];
  const asked: string[] = [];
  let until = 6 * 12;
  const ask: AskFeed = async (address) => {
    asked.push(address.pathname);
    const rows = Array.from({ length: until }, (_, i) => {
      const label = `06/14/2026 ${String(Math.floor(i / 12)).padStart(2, '0')}:${String((i % 12) * 5).padStart(2, '0')}:00`;
      return zones.map((zone, at) => `"${label}","EDT","${zone}",${at},${1000 + Math.floor(i / 12)}`);
    });
    return file(['"Time Stamp","Time Zone","Name","PTID","Load"', ...rows.flat(), ''].join('\n'));
  };
  const { poll, actuals } = follow([{ feed: pal, ask }]);
  const first = Date.parse('2026-06-14T10:05Z');
  expect(await poll(first)).toBe(true);
  until = 24 * 12;
  const afterMidnight = Date.parse('2026-06-15T04:10Z');
  expect(await poll(afterMidnight)).toBe(true);
  const { values, knownAtMs, replaced } = await actuals.read({ series: 'NYIS', measure: 'newest_load' });
  expect([values[0], values[5], values.length, replaced.size]).toEqual([11_000, 11_055, 24, 0]);
  expect([knownAtMs[5], knownAtMs[6]]).toEqual([first, afterMidnight]);
  expect(asked).toEqual(['/public/csv/pal/20260614pal.csv', '/public/csv/pal/20260614pal.csv']);
  expect(noted).toMatchObject([{ newHours: 6 }, { newHours: 18 }]);
});

test('files older than the retention are removed, once a day', async () => {
  await archive.keep('nyiso.isolf', 'a'.repeat(64), Buffer.from('old'), NOW - 3 * DAY_MS);
  const { poll } = follow([{ feed: nyiso, ask: async () => file(isolf(15_000)) }], 2 * DAY_MS);
  await poll(NOW);
  expect((await archive.contents()).map(({ files, newestAt }) => [files, newestAt])).toEqual([[1, NOW]]);
});
