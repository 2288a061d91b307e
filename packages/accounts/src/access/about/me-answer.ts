import { utcText } from '@loadcast/formats';
import { z } from 'zod';
import { planSchema } from './plan-json.js';

const list = z.array(z.string()).nullable().describe('Null: no limit.');

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
    plans: z.array(planSchema),
  }),
  meta: z.strictObject({ generated_at: utcText() }),
});
