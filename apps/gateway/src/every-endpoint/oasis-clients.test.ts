import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inflateRawSync } from 'node:zlib';
import { addDays, HOUR_MS, localDay } from '@loadcast/core';
import { parseInstant } from '@loadcast/formats';
import { readReportCsv } from '@loadcast/formats/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServedWorld, serveWorld } from '../../test/served-world.js';

const run = promisify(execFile);

let world: ServedWorld;
let key: string;
beforeAll(async () => {
  world = await serveWorld({}, { days: 25 });
  key = await world.keyOf({ b: 'standard' });
});
afterAll(async () => {
  await world?.stop();
  world?.remove();
});

/** Requests of public clients as they were recorded; the revision of each client is beside its name. */
const RECORDED: { client: string; path: string }[] = readFileSync(
  join(import.meta.dirname, 'oasis-client-requests.jsonl'),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line));

/** Days of the recording, and how many days before today they become. 2020 stays: there is no data, which clients must see. */
const DAYS_BACK: Readonly<Record<string, number>> = { 20261117: 3, 20261118: 2, 20250127: 9, 20250203: 2 };

function shifted(path: string): string {
  const today = localDay('UTC', Date.now());
  return path.replace(/\d{8}(?=T)/g, (day) => {
    const back = DAYS_BACK[day];
    return back === undefined ? day : addDays(today, -back).replaceAll('-', '');
  });
}

/** What a client finds in an answer: rows of California, or that there is nothing. */
type Reading = { readonly rows: number } | 'no data';

interface Answer {
  readonly disposition: string;
  readonly text: string;
}

/** Reads by expressions over tags, with the namespace letter by letter, as gkumarg and INL do. */
function readXml({ text }: Answer): Reading {
  if (text.includes('<m:ERR_CODE>1000</m:ERR_CODE>')) return 'no data';
  expect(text).toContain('<OASISReport xmlns="http://www.caiso.com/soa/OASISReport_v1.xsd">');
  const rows = [...text.matchAll(/<REPORT_DATA>([\s\S]*?)<\/REPORT_DATA>/g)].map(([, row]) => row!);
  const own = rows.filter((row) => row.includes('<RESOURCE_NAME>CA ISO-TAC</RESOURCE_NAME>'));
  for (const row of own) {
    expect(row).toMatch(/<INTERVAL_START_GMT>\d{4}-\d\d-\d\dT\d\d:00:00-00:00<\/INTERVAL_START_GMT>/);
    expect(Number(/<VALUE>([^<]+)</.exec(row)?.[1])).toBeGreaterThan(100);
  }
  return { rows: own.length };
}

/** The 14 columns; nothing is there when the file's name says so, which gridstatus and pycaiso look at. */
function readCsv({ disposition, text }: Answer): Reading {
  if (/\.xml\.zip;$/.test(disposition)) return 'no data';
  const rows = readReportCsv(text).filter(({ area }) => area === 'CA ISO-TAC');
  for (const { mw } of rows) expect(mw).toBeGreaterThan(100);
  return { rows: rows.length };
}

/** The one member of an archive, found by its central directory as unzip does. */
function memberOf(bytes: Buffer): string {
  const directory = bytes.readUInt32LE(bytes.length - 6);
  const size = bytes.readUInt32LE(directory + 20);
  const start = 30 + bytes.readUInt16LE(26) + bytes.readUInt16LE(28);
  return inflateRawSync(bytes.subarray(start, start + size)).toString('utf8');
}

const AUTHORIZATIONS = {
  Bearer: () => `Bearer ${key}`,
  Basic: () => `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
} as const;
const SCHEMES = ['Bearer', 'Basic'] as const;

function hoursOf(query: URLSearchParams): number {
  const [start, end] = ['startdatetime', 'enddatetime'].map((name) => parseInstant(query.get(name)!, 'compact'));
  if (!start || !end || !('instant' in start) || !('instant' in end)) throw new Error('the recording has no range');
  return (end.instant - start.instant) / HOUR_MS;
}

test.each(RECORDED.flatMap((request) => SCHEMES.map((scheme) => ({ ...request, scheme }))))(
  '$client with $scheme reads the answer to $path',
  async ({ path, scheme }) => {
    const authorization = AUTHORIZATIONS[scheme]();
    const response = await fetch(world.url + shifted(path), { headers: { authorization } });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/x-zip-compressed']);
    const disposition = response.headers.get('content-disposition') ?? '';
    const answer = { disposition, text: memberOf(Buffer.from(await response.arrayBuffer())) };
    const reading = path.includes('resultformat=6') ? readCsv(answer) : readXml(answer);
    const query = new URLSearchParams(path.split('?')[1]);
    const runs = query.has('market_run_id') ? 1 : 5;
    expect(reading).toEqual(path.includes('=2020') ? 'no data' : { rows: hoursOf(query) * runs });
  },
);

const hasWget = spawnSync('wget', ['--version']).status === 0;
test.skipIf(!hasWget)('wget sends the key as user name once it is asked for it', async () => {
  const get = (user: string) =>
    run('wget', ['-q', '-O', '-', '--user', user, '--password', 'x', world.url + shifted(RECORDED[0]!.path)], {
      encoding: 'buffer',
    });
  expect(memberOf((await get(key)).stdout)).toContain('<OASISReport');
  await expect(get('nobody')).rejects.toThrow();
});
