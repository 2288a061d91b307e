/** The most of a caller's text that an answer repeats, in characters. */
export const ECHO_LIMIT = 64;

// What XML 1.0 forbids, what moves a terminal's cursor, and what breaks a line in a log.
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g;

/**
 * A caller's text, made safe to repeat in an error: at most 64 characters, nothing that XML, a terminal or a log line
 * would choke on (such characters become U+FFFD).
 *
 * @example
 * echoed('a\nb') // => 'a\ufffdb'
 */
export function echoed(text: string): string {
  const start = text.slice(0, ECHO_LIMIT * 2 + 2).replace(/\p{Surrogate}/gu, '\ufffd');
  const characters = Array.from(start.replace(UNPRINTABLE, '\ufffd'));
  return characters.length > ECHO_LIMIT ? `${characters.slice(0, ECHO_LIMIT).join('')}...` : characters.join('');
}
