import { AREAS, type AreaId } from '@loadcast/core';
import { z } from 'zod';
import { EVENT_TYPES, type EventType } from './service-event.js';

/** Codes and aliases of every surface, in capitals. */
const AREA_OF = new Map(
  AREAS.flatMap(({ id, codes }) => [
    [id.toUpperCase(), id] as const,
    ...[...codes.a, ...codes.b, ...codes.c].flatMap((each) =>
      [each.code, ...('aliases' in each ? (each.aliases ?? []) : [])].map((code) => [code.toUpperCase(), id] as const),
    ),
  ]),
);

/** A comma list of words, each once. */
function listParameter<T>(read: (word: string) => T | undefined, expected: string) {
  return z.string().transform((text, context) => {
    const values = text.split(',').map((word) => read(word.trim()));
    if (values.every((value) => value !== undefined)) return [...new Set(values)] as T[];
    context.addIssue({ code: 'custom', message: expected });
    return z.NEVER;
  });
}

export const regionsParameter = (): z.ZodType<AreaId[], string> =>
  listParameter((word) => AREA_OF.get(word.toUpperCase()), 'codes of regions, comma separated, as in CAISO,PJM').meta({
    examples: ['CAISO,PJM'],
  });

/** @throws {RangeError} */
export function readRegions(text: string): AreaId[] {
  return orThrow(regionsParameter().safeParse(text));
}

/** @throws {RangeError} */
export function readTypes(text: string): EventType[] {
  return orThrow(typesParameter().safeParse(text));
}

function orThrow<T>(parsed: z.ZodSafeParseResult<T>): T {
  if (parsed.success) return parsed.data;
  throw new RangeError(parsed.error.issues[0]?.message);
}

export const typesParameter = (): z.ZodType<EventType[], string> =>
  listParameter(
    (word) => EVENT_TYPES.find((type) => type === word.toLowerCase()),
    `any of ${EVENT_TYPES.join(', ')}, comma separated`,
  ).meta({ examples: ['run.published,actual.arrived'] });
