import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildConsole } from '../build.mjs';
import { readAssets } from './assets.js';

/** Sorts before every name that a build gives: a reader that takes the first file of a type takes these. */
const STALE = ['console-00000000.js', 'console-00000000.css'];

const dist = mkdtempSync(join(tmpdir(), 'loadcast-console-'));
const files = (): string[] => readdirSync(join(dist, 'assets')).sort();
const putStale = (): void => {
  mkdirSync(join(dist, 'assets'), { recursive: true });
  for (const name of STALE.flatMap((each) => [each, `${each}.br`, `${each}.gz`])) {
    writeFileSync(join(dist, 'assets', name), 'of an earlier build');
  }
};
const served = () => readAssets(pathToFileURL(`${dist}/`));

beforeAll(async () => {
  putStale();
  await buildConsole({ isQuick: true, dist });
});
afterAll(() => rmSync(dist, { recursive: true, force: true }));

test('a build leaves nothing of an earlier one', () => {
  const kinds = files()
    .map((name) => name.replace(/-\w{8}/, ''))
    .sort();
  expect(kinds).toEqual(['css', 'css.br', 'css.gz', 'js', 'js.br', 'js.gz'].map((end) => `console.${end}`));
  expect(files()).not.toEqual(expect.arrayContaining(STALE));
});

test('files that a cache restored beside those of the newest build are not served', () => {
  const built = [...served().keys()];
  putStale();
  expect([...served().keys()]).toEqual(built);
  expect(built.map((name) => name.replace(/-\w{8}/, '')).sort()).toEqual(['console.css', 'console.js']);
});

test('each asset is the same bytes in each coding', () => {
  for (const [name, { bytes, br, gzip }] of served()) {
    expect(Buffer.from(bytes)).toEqual(readFileSync(join(dist, 'assets', name)));
    expect(brotliDecompressSync(br)).toEqual(Buffer.from(bytes));
    expect(gunzipSync(gzip)).toEqual(Buffer.from(bytes));
  }
});

test('a folder without a build has no assets', () => {
  expect(readAssets(pathToFileURL(join(dist, 'nothing/')))).toEqual(new Map());
});

test('a list that names a file which is not there is an error that names it', () => {
  writeFileSync(join(dist, 'assets.json'), JSON.stringify(['console-11111111.js']));
  expect(served).toThrow('console-11111111.js');
});
