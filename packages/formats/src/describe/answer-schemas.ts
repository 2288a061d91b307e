import * as z from 'zod';

/** Values of answers, each with its unit or form in `description`. */

/** `2026-11-21T03:00:00Z` */
export const utcText = () =>
  z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    .meta({ format: 'date-time', examples: ['2026-11-21T03:00:00Z'] });

/** `2026-11-21T03:00:00+00:00` */
export const offsetText = () =>
  z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
    .meta({ format: 'date-time', examples: ['2026-11-21T03:00:00+00:00'] });

/** `20261121T03:00-0000` */
export const compactText = () =>
  z
    .string()
    .regex(/^\d{8}T\d\d:\d\d[+-]\d{4}$/)
    .meta({ examples: ['20261121T03:00-0000'] });

/** `2026-11-21` */
export const dayText = () =>
  z
    .string()
    .regex(/^\d{4}-\d\d-\d\d$/)
    .meta({ format: 'date' });

export const megawatts = (text = 'Load in MW, at most two decimals.') => z.number().describe(text);

export const count = (text: string) => z.int().nonnegative().describe(text);
