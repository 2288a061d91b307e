import { z } from 'zod';

/**
 * Load of a row: numbers until API 2.1.4, strings since 2.1.6, null where there is none. A value that is no number at
 * all says as little as null; it must not cost us the other five thousand rows.
 */
const loadMw = z
  .union([z.number(), z.string(), z.null()])
  .transform((value) => (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value))
  .transform((value) => (typeof value === 'number' && Number.isFinite(value) ? value : Number.NaN));

/** `2026-08-12T07`: the UTC hour that ends then. `local-hourly` periods, with an offset behind, are refused. */
const period = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}$/)
  .refine((text) => new Date(`${text}:00Z`).getTime() >= 0 && isSameHour(text), 'a real hour');

function isSameHour(text: string): boolean {
  return new Date(`${text}:00Z`).toISOString().startsWith(text);
}

const code = z.string().regex(/^[A-Za-z0-9_]{1,12}$/);
const units = z.literal('megawatthours').optional();

export const regionRow = z.object({
  period,
  respondent: code,
  type: z.string(),
  value: loadMw,
  'value-units': units,
});

export const subAreaRow = z.object({
  period,
  parent: code,
  subba: code,
  value: loadMw,
  'value-units': units,
});

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
