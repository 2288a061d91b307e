import { type Access, USAGE_DAYS, usageAnswer, usageHistoryAnswer } from '@loadcast/accounts';
import type { EpochMs } from '@loadcast/core';
import { NO_GRID_DATA } from '@loadcast/core/quota';
import { endpoint, integerParameter, noEffect, routesOf, type Surface } from '@loadcast/formats';
import { z } from 'zod';

interface UsageDeps {
  readonly access: Pick<Access, 'usage' | 'usageHistory'>;
  readonly wallClock: () => EpochMs;
}

const usageEndpoint = endpoint({
  path: '',
  name: 'getUsage',
  title: 'Usage of each plan of the key’s account; free of charge',
  notes: ['`limit` and `remaining` are null where there is no limit.'],
  access: 'key',
  query: z.object({ as_of: noEffect('usage is always current') }),
  answers: [{ type: 'application/json', schema: usageAnswer }],
  examples: [''],
  shows: () => NO_GRID_DATA,
  prepare: ({ access, wallClock }: UsageDeps, _query, { principal }) => ({
    regions: [],
    free: true,
    reply: () => access.usage(principal, wallClock()),
  }),
});

const usageHistoryEndpoint = endpoint({
  path: '/history',
  name: 'getUsageHistory',
  title: 'The requests of each key of the account by hour, of the last 30 days; free of charge',
  notes: [
    'Hours in UTC with at least one request, newest first, at most 20,000 rows. Requests from a browser session count under the key `console`. An hour may lack the last 10 seconds before a gateway was killed; the quota lacks nothing.',
  ],
  access: 'key',
  query: z.object({
    as_of: noEffect('usage is always current'),
    days: integerParameter({ min: 1, max: USAGE_DAYS }).optional(),
  }),
  answers: [{ type: 'application/json', schema: usageHistoryAnswer }],
  examples: ['', 'days=7'],
  shows: () => NO_GRID_DATA,
  prepare: ({ access, wallClock }: UsageDeps, { days = USAGE_DAYS }, { principal }) => ({
    regions: [],
    free: true,
    reply: () => access.usageHistory(principal, days, wallClock()),
  }),
});

/** `GET /v1/usage` and `/v1/usage/history`: what the key’s account used, free of charge. */
export function createUsage(access: UsageDeps['access'], wallClock: UsageDeps['wallClock']): Surface {
  return {
    id: 'a',
    ...routesOf([usageEndpoint, usageHistoryEndpoint], { access, wallClock }),
    dialect: () => 'json',
  };
}
