import type { Exception } from '../exceptions.js';

/**
 * Words that personify a program. A comment, a log line and a metric say what
 * the code does in the words of the field: a value is reported, a listener is notified, a fit was trained on a series.
 */
export const PERSONIFYING: readonly RegExp[] = [
  /\b(un)?heard\b|\bhear(s|ing)?\b/,
  /\btold\b|\btell(s|ing)?\b/,
  /\bspeak(s|ing|ers?)?\b|\bspoken?\b/,
  /\bsilent\b/,
  /\bopinions?\b/,
  /\bstands? (on|still|in|apart)\b|\bstood\b/,
  /\b(go|goes|gone|going) on\b/,
  /\blearnt\b/,
  /\b(laid|lays?|laying) out\b/,
  /\bcomes? and goes?\b/,
  /\bknows\b/,
  /\bteachers?\b/,
  /\bhammers?\b/,
  /\brungs?\b|\bladders?\b/,
  /\bbelieve[sd]?\b/,
  /\bremembers?\b|\bforgets?\b|\bforgotten\b/,
  /\bseeks?\b/,
  /\bclimbs?\b/,
  /\brestless\b/,
];

/** Comment lines with such a word, of a thousand. The models that we compare ourselves with have none or one. */
export const MOST_PER_THOUSAND = 3;

/** Texts of the product that may use such a word. */
export const TEXT_EXCEPTIONS: readonly Exception[] = [
  {
    what: 'packages/storage/src/migrations/steps-1-to-5.data.ts: stands in',
    reason: 'a step of the schema is never edited',
  },
  {
    what: 'packages/storage/src/migrations/steps-1-to-5.data.ts: tell',
    reason: 'a step of the schema is never edited',
  },
];
