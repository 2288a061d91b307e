import { readNumber } from '@loadcast/core';
import { parseEpochMs } from '@loadcast/core/time';
import { z } from 'zod';

/**
 * Load of a row: numbers until API 2.1.4, strings since 2.1.6, null or a word for nothing where there is none. Another text
 * is no missing value: its row is quarantined.
 */
const loadMw = z.union([z.number(), z.string(), z.null()]).transform((value, context) => {
  const mw = typeof value === 'string' ? readNumber(value, { thousands: true }) : (value ?? Number.NaN);
  if (mw !== undefined) return mw;
  context.addIssue({ code: 'custom', message: 'a number' });
  return z.NEVER;
});

/** `2026-08-12T07`: the UTC hour that ends then. `local-hourly` periods, with an offset behind, are refused. */
const period = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}$/)
  .refine((text) => parseEpochMs(`${text}:00Z`) >= 0, 'a real hour');

const code = z.string().regex(/^[A-Za-z0-9_]{1,12}$/);
const row = z.object({ period, value: loadMw, 'value-units': z.literal('megawatthours').optional() });

export const regionRow = row.extend({ respondent: code, type: z.string() });
export const subAreaRow = row.extend({ parent: code, subba: code });

export type RegionRow = z.output<typeof regionRow>;
export type SubAreaRow = z.output<typeof subAreaRow>;

/** One page, its rows not yet checked. `total` counts the rows of all pages. */
export const pageReply = z.object({
  response: z.object({
    total: z.union([
      z.number().int().nonnegative(),
      z
        .string()
        .regex(/^\d{1,9}$/)
        .transform(Number),
    ]),
    frequency: z.literal('hourly').optional(),
    data: z.array(z.record(z.string(), z.unknown())),
    warnings: z.array(z.object({ warning: z.string() })).optional(),
  }),
});
