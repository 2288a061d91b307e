import type { EpochMs } from '@loadcast/core';
import { readInstant, readWallTime } from '@loadcast/core/time';

export type DateOrder = Parameters<typeof readWallTime>[1];

/** Hours from UTC of the letters that U.S. files write behind a time. */
const LETTERS = { UTC: 0, GMT: 0, AST: 4, ADT: 3, EST: 5, EDT: 4, CST: 6, CDT: 5, MST: 7, MDT: 6, PST: 8, PDT: 7 };
const LETTERED = new RegExp(`^(.+\\d(?: ?[AP]M)?) ?(${Object.keys(LETTERS).join('|')})$`);
/** Seconds since 1970 from 2001 on, or ms. */
const COUNTED = /^[1-3]\d{9}(\d{3})?(?:\.0+)?$/;

/** The instant of a time that says it: with an offset, with the letters of a zone, or counted since 1970. NaN for others. */
export function readStamp(text: string, order?: DateOrder): EpochMs {
  const counted = COUNTED.exec(text);
  if (counted) return Number(text) * (counted[1] === undefined ? 1000 : 1);
  const [, wall, letters] = LETTERED.exec(text) ?? [];
  if (wall !== undefined) return readWallTime(wall, order) + LETTERS[letters as keyof typeof LETTERS] * 3_600_000;
  const read = readInstant(text);
  return 'instant' in read ? read.instant : Number.NaN;
}
