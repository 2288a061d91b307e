import { expect, test } from 'vitest';
import { readMarkdown, slugOf } from './markdown.js';

const blocksOf = (text: string) => readMarkdown(`# Title\n\n${text}`).blocks;

test.each([
  { name: 'lines of a paragraph are one', text: 'one\ntwo', block: { kind: 'text', text: 'one two' } },
  {
    name: 'code keeps its lines',
    text: '```sh\na\n\n# b\n```',
    block: { kind: 'code', language: 'sh', text: 'a\n\n# b' },
  },
  {
    name: 'code that is indented keeps its lines too',
    text: '    a\n    b\n\n    # c',
    block: { kind: 'code', language: '', text: 'a\nb\n\n# c' },
  },
  { name: 'a list item goes on', text: '- a\n  b\n- c', block: { kind: 'list', items: ['a b', 'c'] } },
  {
    name: 'numbers make an ordered list',
    text: '1. a\n2. b',
    block: { kind: 'list', items: ['a', 'b'], isOrdered: true },
  },
  {
    name: 'a list inside a list goes on with its item',
    text: '1. a\n   - b\n     c\n2. d',
    block: { kind: 'list', items: ['a b c', 'd'], isOrdered: true },
  },
  {
    name: 'a bar in a cell is escaped',
    text: '| a | b |\n|---|---|\n| `x \\| y` | z |',
    block: { kind: 'table', columns: ['a', 'b'], rows: [{ cells: ['`x | y`', 'z'] }] },
  },
])('$name', ({ text, block }) => expect(blocksOf(text)).toEqual([block]));

test('comments are left out, over several lines too', () => expect(blocksOf('<!-- a\nb -->\ntext')).toHaveLength(1));

test.each(['no title', '# Title\n\n```sh\nno end'])('%j is refused', (text) =>
  expect(() => readMarkdown(text)).toThrow(),
);

test.each([
  ['Adding things', 'adding-things'],
  ['GET /v1/demand/latest', 'get-v1demandlatest'],
  ['**a** [`b`](c.md) `d`', 'a-b-d'],
  ['`as_of`, and `[start, end)`', 'as_of-and-start-end'],
])('the anchor of %s is %s', (heading, slug) => expect(slugOf(heading)).toBe(slug));

test('two equal headings have two anchors', () => {
  const headings = blocksOf('## A\n\n## A').map((block) => ('id' in block ? block.id : undefined));
  expect(headings).toEqual(['a', 'a-1']);
});
