import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectOnlyExceptions } from '../exceptions.js';
import { pages, ROOT, workspaceFolders } from '../repository.js';
import { isTestCode, parseSource, sourcesBelow } from '../source-file.js';
import { MOST_PER_THOUSAND, PERSONIFYING, TEXT_EXCEPTIONS } from './plain-language.data.js';

/** The rule and its tests name the words that they look for. */
const files = workspaceFolders()
  .flatMap(sourcesBelow)
  .filter(({ path }) => !path.startsWith('tooling/boundaries/test/language/'));

const WORDS = PERSONIFYING.map((words) => new RegExp(words, 'i'));
const ANY_WORD = new RegExp(PERSONIFYING.map(({ source }) => source).join('|'), 'i');

const wordIn = (text: string): string | undefined =>
  ANY_WORD.test(text) ? WORDS.map((words) => words.exec(text)?.[0]).find((word) => word !== undefined) : undefined;

test.each([
  { text: '// The others are silent: the first one speaks.', word: 'speaks' },
  { text: '/** What the store Tells of its rows. */', word: 'Tells' },
  { text: '// retelling, unstoodness and knowsing are other words', word: undefined },
  { text: '/** Members without a forecast are skipped; the rest are averaged with equal weights. */', word: undefined },
])('$text holds the word $word', ({ text, word }) => expect(wordIn(text)).toBe(word));

test.each([
  { name: 'a block', code: '/**\n * One.\n *\n * Two.\n */\nconst a = 1;\n', lines: [' * One.', ' * Two.'] },
  { name: 'the end of a line', code: 'const a = 1; // one\n', lines: ['// one'] },
  { name: 'no text with slashes', code: "const a = ['http://a', `// a //`, /\\/\\/ a/];\n", lines: [] },
])('comment lines are those of $name', ({ code, lines }) => {
  expect(parseSource('made-up.ts', code).commentLines).toEqual(lines);
});

test(`at most ${MOST_PER_THOUSAND} of 1,000 comment lines personify the code`, () => {
  const lines = files.flatMap(({ path, commentLines }) => commentLines.map((line) => `${path}: ${line.trim()}`));
  const found = lines.filter((line) => wordIn(line.slice(line.indexOf(': '))) !== undefined);
  const most = Math.floor((MOST_PER_THOUSAND * lines.length) / 1_000);
  expect(found.length <= most ? [] : found, `${found.length} of ${lines.length}, at most ${most}`).toEqual([]);
});

test('log lines, metrics and answers of the product do not personify it', () => {
  const found = files
    // Generated texts are made of pages, which are looked at below, or quoted from them.
    .filter(({ path }) => !isTestCode(path) && !path.startsWith('tooling/') && !path.endsWith('.generated.ts'))
    .flatMap(({ path, texts }) =>
      texts
        .filter((text) => text !== "'silent'") // a level of pino's
        .map(wordIn)
        .filter((word) => word !== undefined)
        .map((word) => `${path}: ${word}`),
    );
  expectOnlyExceptions(found, TEXT_EXCEPTIONS);
});

/** What a page says of the program: not its code, nor words that it quotes. */
const proseOf = (markdown: string): string[] =>
  markdown
    .replace(/^```[\s\S]*?^```$/gm, '')
    .replace(/`[^`]*`|"[^"]*"/g, '')
    .split('\n');

test('pages do not personify the program', () => {
  const found = pages().flatMap((page) =>
    proseOf(readFileSync(join(ROOT, page), 'utf8'))
      .filter((line) => wordIn(line) !== undefined)
      .map((line) => `${page}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
