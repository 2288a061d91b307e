import { count, utcText } from '@loadcast/formats';
import { z } from 'zod';

const window = {
  limit: z.int().nullable().describe('Null: no limit.'),
  used: count('Requests so far.'),
  remaining: z.int().nullable(),
  resets_at: utcText(),
};

export const surfacesUsed = z.strictObject({
  surfaces: z.array(
    z.strictObject({
      surface: z.enum(['a', 'b', 'c']),
      plan: z.string(),
      hour: z.strictObject(window),
      day: z.strictObject(window),
      regions: z.array(z.strictObject({ region: z.string(), ...window })),
      keys: z.array(z.strictObject({ key_id: z.string(), used: count('Requests of the key today.') })),
    }),
  ),
});

export const usageHours = z.strictObject({
  hours: z.array(
    z.strictObject({
      hour: utcText(),
      surface: z.enum(['a', 'b', 'c']),
      key_id: z.string(),
      used: count('Requests of the key in the hour.'),
    }),
  ),
});

/** GET /v1/usage/history */
export const usageHistoryAnswer = z.strictObject({
  status: z.literal('success'),
  data: usageHours,
  meta: z.strictObject({ days: z.int(), generated_at: utcText() }),
});

/** GET /v1/usage */
export const usageAnswer = z.strictObject({
  status: z.literal('success'),
  data: surfacesUsed,
  meta: z.strictObject({ generated_at: utcText() }),
});
