import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../repository.js';

const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const locked: Record<string, Record<string, string>> = JSON.parse(textOf('tooling/locked-nodes.json'));
const versions = Object.keys(locked);
const tested = [...textOf('.ci/run').matchAll(/^ *on_node (\S+) '/gm)].map(([, version = '']) => version);

test.each(tested)('Node %s of CI is one exact version, locked by SHA-512', (version) => {
  const exact = version === 'latest' ? versions.at(-1)! : versions.find((each) => each.startsWith(`${version}.`))!;
  expect(locked[exact]?.['linux-x64']).toMatch(/^sha512-[\w+/]{86}==$/);
});

test('locked versions ascend, so that `latest` is the last', () => {
  const ascending = [...versions].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  expect({ versions, tested: tested.length > 3 }).toEqual({ versions: ascending, tested: true });
});
