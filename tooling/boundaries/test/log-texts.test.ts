import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PROGRAM_SOURCES, ROOT } from './repository.js';
import { isTestCode, sourcesBelow } from './source-file.js';

/** Texts in quotes that a page or a finding sends its reader to look for: of two words and more, in small letters. */
const quotedIn = (text: string): string[] => [...text.matchAll(/"([a-z]+( [a-z]+)+)"/g)].map(([, quoted]) => quoted!);

const texts = PROGRAM_SOURCES.flatMap(sourcesBelow)
  .filter(({ path }) => !isTestCode(path) && !path.endsWith('.generated.ts')) // recorded answers quote their messages
  .flatMap((file) => file.texts);
/** What the gateway may log: a finding quotes log texts, so it is none itself. */
const logged = texts.filter((text) => quotedIn(text).length === 0);

const operations = quotedIn(readFileSync(`${ROOT}OPERATIONS.md`, 'utf8'));
const findings = texts.flatMap(quotedIn);

test.each([...new Set([...operations, ...findings])])('"%s" begins a text that the gateway logs', (quoted) => {
  expect(logged.filter((text) => text.replace(/^['"`]/, '').startsWith(quoted))).not.toEqual([]);
});

test('OPERATIONS.md and the findings quote what is to be looked for', () => {
  expect(operations).toEqual(expect.arrayContaining(['load poll failed', 'weather poll failed', 'forecast failed']));
  expect(findings).toEqual(expect.arrayContaining(['load poll failed', 'no forecast can be issued']));
});
