import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pages, ROOT, workspaceFolders } from '../repository.js';
import { isTestCode, sourcesBelow } from '../source-file.js';
import { MOST_AS_NOUNS } from './plain-sentences.data.js';
import { clausesAsNouns, isBarePhrase, runsOver, sentencesOf } from './sentences.js';

test.each([
  { sentence: 'Of the webhook.', isBare: true },
  { sentence: 'By its tag: equal for all who have the answer.', isBare: true },
  { sentence: 'As the market reports it.', isBare: true },
  { sentence: 'In the order in which rows are written.', isBare: true },
  { sentence: 'Of the seven grids three have bounds.', isBare: true },
  { sentence: 'With the hour that has begun: what every plan shows.', isBare: true },
  { sentence: 'In a fleet, the leader writes the table.', isBare: false },
  { sentence: 'As of the gate, the run is final.', isBare: false },
  { sentence: 'After a failure the client retries.', isBare: false },
  { sentence: 'At most 32 parameters.', isBare: false },
  { sentence: "The webhook's id.", isBare: false },
  { sentence: 'Days a first forecast needs.', isBare: false },
])('$sentence is a bare phrase: $isBare', ({ sentence, isBare }) => expect(isBarePhrase(sentence)).toBe(isBare));

test.each([
  { comment: '/** Days of errors in a level, */', over: true },
  { comment: '/** and their half-life. */', over: true },
  { comment: '/** Days of errors in a level. */', over: false },
  { comment: '/**\n * One.\n *\n * @example\n * // one();\n */', over: false },
  { comment: '// and once more', over: false },
])('$comment runs over two fields: $over', ({ comment, over }) => expect(runsOver(comment)).toBe(over));

test.each([
  { sentence: 'Deletes what is older than what was asked for.', count: 2 },
  { sentence: 'The bounds, and those of the area.', count: 1 },
  { sentence: 'What a model reads.', count: 0 },
])('$sentence has $count clauses as nouns', ({ sentence, count }) => expect(clausesAsNouns(sentence)).toBe(count));

test('a comment is split into sentences, without code and examples', () => {
  const comment =
    '/**\n * One `a. B` of\n * two. Three (four.) Five\n *\n * @param six 7. Eight\n * @example\n * nine()\n */';
  expect(sentencesOf(comment)).toEqual(['One X of two.', 'Three (four.)', 'Five', '@param six 7.', 'Eight']);
});

/** What a page says in its own words, list items and table cells included. */
const proseOf = (page: string): string =>
  readFileSync(join(ROOT, page), 'utf8')
    .replace(/^```[\s\S]*?^```$/gm, '')
    .replace(/^#+ .*$|\*\*/gm, '');

const IS_PROSE = /^[A-Z][^\n]*[a-z] [a-z]/;

const files = workspaceFolders().map((folder) => ({
  folder,
  // The rule and its test quote the phrases that they look for.
  sources: sourcesBelow(folder).filter(({ path }) => !/src\/language\/|\.generated\./.test(path)),
}));

const parts = [
  ...files.map(({ folder, sources }) => ({
    part: folder,
    found: sources.flatMap(({ path, comments }) => comments.map((comment) => ({ path, text: comment }))),
  })),
  {
    part: 'texts',
    found: files.flatMap(({ folder, sources }) =>
      /^tooling/.test(folder)
        ? []
        : sources
            .filter(({ path }) => !isTestCode(path))
            .flatMap(({ path, texts }) => texts.map((text) => ({ path, text: text.replace(/^['"`]|['"`]$/g, '') })))
            .filter(({ text }) => IS_PROSE.test(text)),
    ),
  },
  {
    part: 'pages', // The reference is made from texts of the product, which are a part of their own.
    found: pages()
      .filter((path) => path !== 'docs/api.md')
      .map((path) => ({ path, text: proseOf(path) })),
  },
].filter(({ found }) => found.length > 0);

describe.each(parts)('$part', ({ found }) => {
  const sentences = found.flatMap(({ path, text }) => sentencesOf(text).map((sentence) => ({ path, sentence })));

  test('no sentence is a bare phrase', () => {
    expect(sentences.filter(({ sentence }) => isBarePhrase(sentence))).toEqual([]);
  });

  test('no comment runs over two fields', () => expect(found.filter(({ text }) => runsOver(text))).toEqual([]));

  test(`at most ${MOST_AS_NOUNS} of 1,000 sentences have a clause as a noun`, () => {
    const asNouns = sentences.filter(({ sentence }) => clausesAsNouns(sentence) > 0);
    const most = Math.ceil((MOST_AS_NOUNS * sentences.length) / 1_000);
    expect(asNouns.length > most ? asNouns : [], `${asNouns.length} of ${sentences.length}`).toEqual([]);
  });
});
