import type { EpochMs } from '@loadcast/core';
import { textParameter } from '@loadcast/formats';
import type * as z from 'zod';

/** The position of a run in a list: the next page starts after it. */
export interface Place {
  readonly availableAt: EpochMs;
  /** Index among the requested regions. */
  readonly area: number;
  readonly issuedAt: EpochMs;
}

export function cursorText({ availableAt, area, issuedAt }: Place): string {
  return [availableAt, area, issuedAt].map((number) => number.toString(36)).join('.');
}

/** `cursor`: as the last answer gave it. */
export function cursorParameter(): z.ZodType<Place, string> {
  const schema = textParameter((text) => {
    const parts = /^[0-9a-z]{1,11}\.[0-9a-z]{1,3}\.[0-9a-z]{1,11}$/.test(text) ? text.split('.') : [];
    const [availableAt, area, issuedAt] = parts.map((part) => Number.parseInt(part, 36));
    if (availableAt !== undefined && area !== undefined && issuedAt !== undefined)
      return { availableAt, area, issuedAt };
    return { expected: 'next_cursor from the previous answer' };
  });
  return schema.meta({ pattern: '^[0-9a-z.]+$' });
}
