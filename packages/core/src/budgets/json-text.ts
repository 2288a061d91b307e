import { LIMITS } from './limits.data.js';

const DEEPEST = LIMITS.json_depth.bound;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENS: readonly number[] = [0x5b, 0x7b];
const CLOSES: readonly number[] = [0x5d, 0x7d];

/**
 * JSON from outside. Text that nests deeper than any reply or request is refused without parsing: the parser would hold up the
 * process for seconds with millions of brackets.
 *
 * @throws {SyntaxError} no JSON, or nested too deeply
 */
export function parseJsonText(text: string): unknown {
  if (nestsTooDeep(text)) throw new SyntaxError(`JSON that nests more than ${DEEPEST} values`);
  return JSON.parse(text);
}

export function nestsTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (OPENS.includes(code) && ++depth > DEEPEST) return true;
    else if (CLOSES.includes(code)) depth--;
  }
  return false;
}

/** The place of the quote that ends a string; the end of the text where there is none. */
function endOfString(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (at >= 0 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at < 0 ? text.length : at;
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === BACKSLASH) before--;
  return (at - before) % 2 === 0;
}
