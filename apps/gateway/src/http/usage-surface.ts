import type { EpochMs } from '@loadcast/core';
import {
  type EndpointDescription,
  integerParameter,
  keyRoute,
  noEffect,
  readQuery,
  routesOf,
  type Surface,
} from '@loadcast/formats';
import { z } from 'zod';
import type { Access } from '../access/access.js';
import { usageAnswer, usageHistoryAnswer } from '../access/usage/usage-answer.js';
import { USAGE_DAYS } from '../access/usage/usage-history.js';

const usageQuery = z.object({ as_of: noEffect('usage is that of now') });

const usageEndpoint = {
  path: '',
  name: 'getUsage',
  title: 'What the key’s account used of each of its plans; free of charge',
  notes: ['`limit` and `remaining` are null where there is no limit.'],
  access: 'key',
  query: usageQuery,
  answers: [{ type: 'application/json', schema: usageAnswer }],
  examples: [''],
} as const satisfies EndpointDescription;

export const usageHistoryQuery = z.object({
  as_of: noEffect('usage is that of now'),
  days: integerParameter({ min: 1, max: USAGE_DAYS }).optional(),
});

const usageHistoryEndpoint = {
  path: '/history',
  name: 'getUsageHistory',
  title: 'The requests of each key of the account by hour, of the last 30 days; free of charge',
  notes: [
    'Hours in UTC with at least one request, newest first, at most 20,000 rows. Requests of a browser session are those of key `console`. An hour may lack the last 10 seconds before a gateway was killed; the quota lacks nothing.',
  ],
  access: 'key',
  query: usageHistoryQuery,
  answers: [{ type: 'application/json', schema: usageHistoryAnswer }],
  examples: ['', 'days=7'],
} as const satisfies EndpointDescription;

/** `GET /v1/usage` and `/v1/usage/history`: what the key’s account used, free of charge. */
export function createUsage(access: Pick<Access, 'usage' | 'usageHistory'>, wallClock: () => EpochMs): Surface {
  return {
    id: 'a',
    ...routesOf([
      keyRoute(usageEndpoint, ({ principal, query }) => {
        readQuery(usageQuery, query);
        return { regions: [], free: true, reply: () => access.usage(principal, wallClock()) };
      }),
      keyRoute(usageHistoryEndpoint, ({ principal, query }) => {
        const { days = USAGE_DAYS } = readQuery(usageHistoryQuery, query);
        return { regions: [], free: true, reply: () => access.usageHistory(principal, days, wallClock()) };
      }),
    ]),
    dialect: () => 'json',
  };
}
