import { LIMITS } from '@loadcast/core/budgets';
import { remembered } from '../remembered.js';

/** How a body can be sent, in the order in which equally welcome ones are chosen. */
const CODINGS = ['br', 'gzip', 'identity'] as const;

export type ContentCoding = (typeof CODINGS)[number];

/** The weight of `identity` where the header does not name it: welcome, after everything that it names. */
const UNNAMED_IDENTITY = Number.MIN_VALUE;

/**
 * The codings that `Accept-Encoding` allows, the most welcome first; none where it refuses all. An entry that cannot be
 * read is ignored; of two for one coding the first counts.
 *
 * @see RFC 9110, section 12.5.3
 * @example
 * acceptedCodings('gzip, br;q=0.5') // => ['gzip', 'br', 'identity']
 */
export function acceptedCodings(acceptEncoding: string | undefined): readonly ContentCoding[] {
  return codingsIn(acceptEncoding ?? '');
}

const codingsIn = remembered((acceptEncoding): readonly ContentCoding[] => {
  const weights = parseWeights(acceptEncoding);
  const weightOf = (coding: ContentCoding): number =>
    weights.get(coding) ?? weights.get('*') ?? (coding === 'identity' ? UNNAMED_IDENTITY : 0);
  return CODINGS.filter((coding) => weightOf(coding) > 0).sort((a, b) => weightOf(b) - weightOf(a));
});

function parseWeights(acceptEncoding: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const entry of acceptEncoding.toLowerCase().split(',', LIMITS.accept_entries.bound)) {
    const [name = '', ...parameters] = entry.split(';').map((text) => text.trim());
    const coding = name === 'x-gzip' ? 'gzip' : name;
    const weight = weightIn(parameters);
    if (weight !== undefined && !weights.has(coding)) weights.set(coding, weight);
  }
  return weights;
}

/** 1 without a parameter; undefined where there is one that is no weight. */
function weightIn([parameter, ...more]: readonly string[]): number | undefined {
  if (parameter === undefined) return 1;
  const weight = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(parameter)?.[1];
  return weight === undefined || more.length > 0 ? undefined : Number(weight);
}
