import { NEVER_FIRST, PREPOSITIONS, VERBS } from './plain-sentences.data.js';

/** The words of a comment, without its markers, its examples and the code that it quotes. */
const wordsOf = (comment: string): string =>
  comment
    .replace(/^\/\*+|\*+\/$/g, '')
    .replace(/^[ \t]*(?:\*|\/\/+)[ \t]?/gm, '')
    .replace(/^@example[\s\S]*/m, '')
    .replace(/`[^`]*`/g, 'X')
    .trim();

/** Splits a comment, or the prose of a page, into sentences. A tag, a list item and a blank line each begin a new one. */
export const sentencesOf = (comment: string): string[] =>
  wordsOf(comment)
    .split(/\n\s*\n|\n(?=\s*(?:@|[-*|] |\d+\. ))/)
    .flatMap((paragraph) => paragraph.replace(/\s+/g, ' ').split(/(?<=[.!?:]\)?) (?=[("]?[A-Z])/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[a-z]/i.test(sentence));

const OPENING = new RegExp(`^(?:${PREPOSITIONS.join('|')})\\b(?! (?:most|least)\\b)`);
const FORBIDDEN = new RegExp(`^(?:${NEVER_FIRST.join('|')})\\b`);
const VERB = new RegExp(`\\b(?:${VERBS.map((verb) => verb.replace(/y$/, '(?:y|ie)')).join('|')})(?:e?s)?\\b|n't\\b`);
const CLAUSE = /\b(?:that|which|whose|whom|who|what|how|when|where|while|if|until|because|as)\b[^,;:]*/g;
const OPENING_CLAUSE = /^(?:As(?! of)\b[^,;:]*|(?:Until|After|Before|Since)\b[^,;:]*,)/;

/** Whether a sentence opens with a preposition and its main clause has no verb: "Of the webhook." */
export const isBarePhrase = (sentence: string): boolean =>
  FORBIDDEN.test(sentence) ||
  (OPENING.test(sentence) && !VERB.test(sentence.replace(OPENING_CLAUSE, '').replace(CLAUSE, '')));

/** Whether a documentation comment continues the comment of another field: an editor shows only one. */
export const runsOver = (comment: string): boolean =>
  comment.startsWith('/**') &&
  /[,;]$|^(?:and|or|but|nor|so|then|which|as|while|of|with|for|has|have|is|are)\b/.test(wordsOf(comment));

const CLAUSE_AS_NOUN =
  /\bwhat (?:X )?(?:is|was|are|were|has|had|comes|came|it|they|we|he|goes|lies|stands|holds|makes)\b|\bthose (?:of|that|which|who|whose|in|with|it|they)\b|\bthat of\b/gi;

/** How often a sentence has "what is ..." or "those of ..." in place of a noun of the field. */
export const clausesAsNouns = (sentence: string): number => sentence.match(CLAUSE_AS_NOUN)?.length ?? 0;
