import type { EpochMs } from '@loadcast/core';
import { type EndpointDescription, keyRoute, noEffect, readQuery, routesOf, type Surface } from '@loadcast/formats';
import { z } from 'zod';
import type { Access } from '../access/access.js';
import { usageAnswer } from '../docs/answers/usage-answer.js';

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

/** `GET /v1/usage`: what the key's account used, free of charge. */
export function createUsage(access: Pick<Access, 'usage'>, wallClock: () => EpochMs): Surface {
  return {
    id: 'a',
    ...routesOf([
      keyRoute(usageEndpoint, ({ principal, query }) => {
        readQuery(usageQuery, query);
        return { regions: [], free: true, reply: () => access.usage(principal, wallClock()) };
      }),
    ]),
    dialect: () => 'json',
  };
}
