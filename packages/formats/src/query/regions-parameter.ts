import { type CodedArea, codedAreas, findArea } from '@loadcast/core';
import * as z from 'zod';

/** The vocabularies of lists: the grids, and the utilities. */
const SETS = ['a', 'c'] as const;

/** Every area that a list may name, grids first. */
export const LISTED_AREAS: readonly CodedArea[] = SETS.flatMap((set) => [...codedAreas(set)]);

const ALL = 'all';

/**
 * A parameter that names areas: a code or alias of a grid or a utility, several with commas between, or `all`. Spaces and
 * case are ignored; an area that is named twice counts once, in the order of the list.
 *
 * @example
 * regionsParameter().parse('pge, CISO').map(({ code }) => code) // => ['PGE', 'CAISO']
 */
export function regionsParameter(): z.ZodType<readonly CodedArea[], string> {
  const schema = z.string().transform((value, context) => {
    if (value.trim().toLowerCase() === ALL) return LISTED_AREAS;
    const named = value.split(',').map((code) => findListed(code));
    const found = named.filter((area) => area !== undefined);
    if (found.length === named.length) return [...new Map(found.map((coded) => [coded.area.id, coded])).values()];
    const codes = LISTED_AREAS.map(({ code }) => code).join(', ');
    context.addIssue({ code: 'custom', message: `${ALL}, or one or more of ${codes} with commas between` });
    return z.NEVER;
  });
  return schema.meta({ examples: ['PJM', 'CAISO,PGE', ALL] });
}

function findListed(code: string): CodedArea | undefined {
  return SETS.map((set) => findArea(set, code)).find((coded) => coded !== undefined);
}
