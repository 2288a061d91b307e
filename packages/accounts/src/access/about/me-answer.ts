import { utcText } from '@loadcast/formats';
import { z } from 'zod';

const list = z.array(z.string()).nullable().describe('Null: no limit.');
const limit = z.int().nullable().describe('Null: no limit.');

/** GET /v1/me */
export const meAnswer = z.strictObject({
  status: z.literal('success'),
  data: z.strictObject({
    key: z.strictObject({
      id: z.string(),
      last4: z.string(),
      label: z.string(),
      expires_at: utcText().nullable(),
      scope: z.strictObject({ surfaces: list, regions: list, addresses: list }),
    }),
    plans: z.array(
      z.strictObject({
        surface: z.enum(['a', 'b', 'c']),
        id: z.string(),
        name: z.string(),
        requests_per_hour: limit,
        requests_per_day: limit,
        region_requests_per_day: limit,
        max_keys: limit,
        horizons: z.array(z.string()),
        resolutions: z.array(z.string()),
        quantiles: z.boolean(),
        history_days: limit,
        max_range_days: z.int(),
        custom: z.boolean(),
      }),
    ),
  }),
  meta: z.strictObject({ generated_at: utcText() }),
});
