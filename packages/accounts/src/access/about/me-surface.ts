import type { EpochMs } from '@loadcast/core';
import { NO_GRID_DATA } from '@loadcast/core/quota';
import { endpoint, noEffect, routesOf, type Surface, utcText } from '@loadcast/formats';
import { z } from 'zod';
import type { Access } from '../access.js';
import { planSchema } from './plan-json.js';

interface MeDeps {
  readonly access: Pick<Access, 'me'>;
  readonly wallClock: () => EpochMs;
}

const list = z.array(z.string()).nullable().describe('Null: no limit.');

const meAnswer = z.strictObject({
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

const meEndpoint = endpoint({
  path: '',
  name: 'getMe',
  title: 'Whether the key works, its label, its limits and its plans; free of charge',
  notes: [
    '`plans` has the APIs that the key opens; `scope` is what the key itself is limited to, null where it is not.',
  ],
  access: 'key',
  query: z.object({ as_of: noEffect('key data are always current') }),
  answers: [{ type: 'application/json', schema: meAnswer }],
  examples: [''],
  shows: () => NO_GRID_DATA,
  prepare: ({ access, wallClock }: MeDeps, _query, { principal }) => ({
    regions: [],
    free: true,
    reply: () => access.me(principal, wallClock()),
  }),
});

export function createMe(access: MeDeps['access'], wallClock: MeDeps['wallClock']): Surface {
  return { id: 'a', ...routesOf([meEndpoint], { access, wallClock }), dialect: () => 'json' };
}
