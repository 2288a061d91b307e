import { expect, test } from 'vitest';
import { csvText } from './csv-text.js';

test.each([
  { text: 'plain', cell: 'plain' },
  { text: '', cell: '' },
  { text: 'a,b', cell: '"a,b"' },
  { text: 'a "b"', cell: '"a ""b"""' },
  { text: 'a\nb', cell: '"a\nb"' },
])('the CSV cell of $text is $cell', ({ text, cell }) => expect(csvText(text)).toBe(cell));
