import { readFileSync } from 'node:fs';
import { CONTRACT_AREAS, DAY_MS, type EpochMs, HOUR_MS } from '@loadcast/core';
import { memoryActualsStore } from '@loadcast/core/memory';
import { type AskFeed, FEEDS, type Feed, readFeed } from '@loadcast/sources/operator-feeds';
import { beforeEach, describe, expect, test } from 'vitest';
import { testData } from '../../../../tooling/testing/test-data.js';
import { pastIssues } from './past-issues.js';

const NOW = Date.parse('2026-06-14T12:00Z');
const KEY = { series: 'NYIS', measure: 'multi_day_forecast' } as const;
const SIGNAL = new AbortController().signal;
const isolf = FEEDS.find(({ id }) => id === 'nyiso.isolf')!;
/** The same feed as if its files lay there one by one, public at noon of their day. */
const daily: Feed = {
  ...isolf,
  past: { url: 'https://example.org/{YYYYMMDD}isolf.csv', hour: 0, publicAfterHours: 12 },
};
const NOON = (day: string): EpochMs => Date.parse(`${day}T16:00Z`);

let asked: string[];
let warned: object[];
beforeEach(() => {
  [asked, warned] = [[], []];
});

/** A file of two days from the day in its name, whose load is the month and day, and a hundredth for each hour. */
function fileOf(name: string): Uint8Array {
  const [, year, month, day] = /(\d{4})(\d{2})(\d{2})/.exec(name)!;
  const dates = [0, 1].map((ahead) => new Date(Date.UTC(+year!, +month! - 1, +day! + ahead)).toISOString());
  const rows = dates.flatMap((date) =>
    Array.from(
      { length: 24 },
      (_, hour) =>
        `"${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)} ${String(hour).padStart(2, '0')}:00",${10_000 + +`${month}${day}` + hour / 100}`,
    ),
  );
  return Buffer.from(['"Time Stamp","NYISO"', ...rows, ''].join('\n'));
}

const lies: AskFeed = async (address) => {
  asked.push(address.pathname.slice(1, 9));
  return { kind: 'file', bytes: fileOf(address.pathname), validators: {} };
};
const absent: AskFeed = async (address) => {
  asked.push(address.pathname.slice(1, 9));
  return { kind: 'absent' };
};

const actualsOf = () => memoryActualsStore();

function search(feed: Feed, ask: AskFeed, actuals = actualsOf()) {
  const log = { info: () => undefined, warn: (given: object) => void warned.push(given) };
  const read = pastIssues({
    areas: () => CONTRACT_AREAS,
    actuals,
    readFeed: async (...given) => readFeed(...given),
    log: log as never,
  });
  return { actuals, poll: (now: EpochMs) => read({ feed, ask }, now, SIGNAL) };
}

/** What was known of an hour at an instant, MW. */
async function knownOf(
  actuals: ReturnType<typeof actualsOf>,
  hour: EpochMs,
  asOf: EpochMs,
): Promise<number | undefined> {
  const { start, values, knownAtMs, replaced } = await actuals.read(KEY);
  const at = (hour - start) / HOUR_MS;
  const versions = [...(replaced.get(at) ?? []), { value: values[at]!, knownAtMs: knownAtMs[at]! }];
  return versions.findLast((version) => version.knownAtMs <= asOf)?.value;
}

describe('a store that begins to follow a feed', () => {
  test('knows each past issue from the time at which it was public, the newest first', async () => {
    const { poll, actuals } = search(daily, lies);
    expect(await poll(NOW)).toBeGreaterThan(0);
    expect(asked.slice(0, 3)).toEqual(['20260614', '20260613', '20260612']);
    const hour = Date.parse('2026-06-11T20:00Z');
    expect(await knownOf(actuals, hour, NOON('2026-06-10') - 1)).toBeUndefined();
    expect(await knownOf(actuals, hour, NOON('2026-06-10'))).toBe(10_610.16);
    expect(await knownOf(actuals, hour, NOON('2026-06-11'))).toBe(10_611.16);
  });

  test('asks for forty files a poll, and for 400 days in all', async () => {
    const { poll } = search(daily, lies);
    await poll(NOW);
    expect(asked.length).toBe(40);
    for (let polls = 0; polls < 20; polls++) await poll(NOW + polls * 600_000);
    expect([asked.length, new Set(asked).size, asked.at(-1)]).toEqual([401, 401, '20250510']);
  });

  test('ends after ten days without a file', async () => {
    const { poll } = search(daily, absent);
    for (let polls = 0; polls < 3; polls++) expect(await poll(NOW)).toBe(0);
    expect(asked.length).toBe(10);
  });

  test('adds nothing to the time since it follows the feed, and goes back from there after a restart', async () => {
    const { actuals } = search(daily, lies);
    const block = {
      key: KEY,
      start: NOON('2026-06-12'),
      values: Float64Array.of(1, 2),
      known: { kind: 'at' as const, at: NOON('2026-06-12') },
    };
    await actuals.append({ source: 'live', ingestedAt: NOON('2026-06-12'), provenance: {}, blocks: [block] });
    const restarted = search(daily, lies, actuals);
    await restarted.poll(NOW);
    expect(asked[0]).toBe('20260612');
    expect(await knownOf(actuals, NOON('2026-06-12'), NOW)).toBe(1);
    expect(await knownOf(actuals, NOON('2026-06-12'), NOON('2026-06-12') - 1)).toBe(10_611.12);
    asked = [];
    const again = search(daily, lies, actuals);
    await again.poll(NOW);
    expect(asked[0]).toBe('20260504'); // read in vain: the oldest issue that is known is of this day
    expect(asked.length).toBe(40);
  });

  test('waits an hour after a failure, then asks for the same day', async () => {
    let fails = true;
    const { poll } = search(daily, async (...given) => {
      if (fails) throw new Error('no route');
      return lies(...given);
    });
    expect(await poll(NOW)).toBe(0);
    fails = false;
    expect(await poll(NOW + HOUR_MS - 1)).toBe(0);
    expect(await poll(NOW + HOUR_MS)).toBeGreaterThan(0);
    expect([asked[0], warned.length]).toEqual(['20260614', 1]);
  });

  test('names a file that cannot be read, and keeps the others', async () => {
    const { poll, actuals } = search(daily, async (...given) => {
      const answer = await lies(...given);
      return asked.at(-1) === '20260610' ? { kind: 'file', bytes: Buffer.from('<html>'), validators: {} } : answer;
    });
    await poll(NOW);
    expect(warned).toEqual([{ feed: 'nyiso.isolf', file: '20260610isolf.csv', fault: 'web_page' }]);
    expect(await knownOf(actuals, Date.parse('2026-06-11T20:00Z'), NOON('2026-06-11'))).toBe(10_611.16);
  });

  test.each([
    { name: 'no files of the past', feed: { ...daily, past: undefined } as unknown as Feed },
    { name: 'load alone', feed: { ...daily, follows: ['load'] } satisfies Feed },
  ])('asks for nothing where the operator keeps $name', async ({ feed }) => {
    expect(await search(feed, lies).poll(NOW)).toBe(0);
    expect(asked).toEqual([]);
  });
});

const RECORDED = testData('samples/iso/nyiso/20180301isolf_csv.zip');

test.skipIf(RECORDED === undefined)(
  'a month of NYISO in a zip, as published, has an issue a day known since it was written',
  async () => {
    const bytes = readFileSync(RECORDED!);
    const { poll, actuals } = search(isolf, async ({ pathname }) => {
      asked.push(pathname);
      return pathname.endsWith('/20180301isolf_csv.zip') ? { kind: 'file', bytes, validators: {} } : { kind: 'absent' };
    });
    expect(await poll(Date.parse('2018-04-01T12:00Z'))).toBeGreaterThan(31 * 24);
    expect(asked.slice(0, 3)).toEqual(
      ['20180401', '20180301', '20180201'].map((day) => `/public/csv/isolf/${day}isolf_csv.zip`),
    );
    const { replaced, knownAtMs } = await actuals.read(KEY);
    const issues = new Set([...knownAtMs, ...[...replaced.values()].flat().map((version) => version.knownAtMs)]);
    issues.delete(Number.NaN);
    expect(issues.size).toBe(31);
    const noon = Date.parse('2018-03-20T16:00Z');
    const [before, after] = [await knownOf(actuals, noon, noon - 2 * DAY_MS), await knownOf(actuals, noon, noon)];
    expect([before, after].every((mw) => mw! > 14_000 && mw! < 22_000 && mw !== undefined)).toBe(true);
    expect(before).not.toBe(after);
  },
);
