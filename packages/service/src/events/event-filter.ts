import type { AreaId, Areas } from '@loadcast/core';
import { areasOfParse, parseWithAreas, textParameter } from '@loadcast/formats';
import type { z } from 'zod';
import { EVENT_TYPES, type EventType } from './service-event.js';

/** The area that a word names: by its id, or by a code or alias of a surface. */
function areaNamed(areas: Areas, word: string): AreaId | undefined {
  const id = word.toLowerCase();
  if (areas.list.some((area) => area.id === id)) return id;
  return (['a', 'b', 'c'] as const).map((set) => areas.find(set, word)).find((coded) => coded !== undefined)?.area.id;
}

/** A comma list of words, each once. */
function listParameter<T>(read: (word: string) => T | undefined, expected: string) {
  return textParameter((text) => {
    const values = text.split(',').map((word) => read(word.trim()));
    return values.every((value) => value !== undefined) ? [...new Set(values as T[])] : { expected };
  });
}

export const regionsParameter = (): z.ZodType<AreaId[], string> =>
  listParameter((word) => areaNamed(areasOfParse(), word), 'codes of regions, comma separated, as in CAISO,PJM').meta({
    examples: ['CAISO,PJM'],
  });

/** @throws {RangeError} */
export function readRegions(areas: Areas, text: string): AreaId[] {
  return orThrow(parseWithAreas(areas, () => regionsParameter().safeParse(text)));
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
