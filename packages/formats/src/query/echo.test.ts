import { expect, test } from 'vitest';
import { echoed } from './echo.js';

test.each([
  { text: 'plain', out: 'plain' },
  { text: '\ud800x', out: '\ufffdx' },
  { text: 'a\r\nb\u202e', out: 'a\ufffd\ufffdb\ufffd' },
  { text: '\u{1f50c}'.repeat(65), out: `${'\u{1f50c}'.repeat(64)}...` },
])('$text is repeated as $out', ({ text, out }) => expect(echoed(text)).toBe(out));
