import type { CodedArea } from '@loadcast/core';
import type * as z from 'zod';
import { areasOfParse } from './area-words.js';
import { textParameter } from './query-parameters.js';

const ALL = 'all';

/**
 * A parameter that names areas: a code or alias of a grid or a utility, several with commas between, or `all`. Spaces and
 * case are ignored; an area that is named twice counts once, in the order of the list.
 *
 * @example
 * regionsParameter().parse('pge, CISO').map(({ code }) => code) // => ['PGE', 'CAISO']
 */
export function regionsParameter(): z.ZodType<readonly CodedArea[], string> {
  const schema = textParameter((text) => {
    const areas = areasOfParse();
    if (text.trim().toLowerCase() === ALL) return areas.listed;
    const named = text.split(',').map((code) => areas.findGridOrUtility(code));
    const found = named.filter((area) => area !== undefined);
    if (found.length === named.length) return [...new Map(found.map((coded) => [coded.area.id, coded])).values()];
    const codes = areas.listed.map(({ code }) => code).join(', ');
    return { expected: `${ALL}, or one or more of ${codes} with commas between` };
  });
  return schema.meta({ examples: ['PJM', 'CAISO,PGE', ALL] });
}

/** A parameter that names one grid or utility, by any of its codes. */
export const regionParameter = (): z.ZodType<CodedArea, string> =>
  regionsParameter()
    .refine(({ length }) => length === 1, 'one region')
    .transform((areas) => areas[0]!)
    .meta({ examples: ['PJM'] });
