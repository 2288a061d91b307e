import type { EpochMs } from '@loadcast/core';
import { type EndpointDescription, keyRoute, noEffect, readQuery, routesOf, type Surface } from '@loadcast/formats';
import { z } from 'zod';
import type { Access } from '../access.js';
import { meAnswer } from './me-answer.js';

const meQuery = z.object({ as_of: noEffect('a key is what it is now') });

const meEndpoint = {
  path: '',
  name: 'getMe',
  title: 'Whether the key is good, its label, its limits, and the plans that it opens; free of charge',
  notes: [
    '`plans` has the surfaces that the key opens; `scope` is what the key itself is limited to, null where it is not.',
  ],
  access: 'key',
  query: meQuery,
  answers: [{ type: 'application/json', schema: meAnswer }],
  examples: [''],
} as const satisfies EndpointDescription;

/** `GET /v1/me`: what a key is and may see, free of charge. */
export function createMe(access: Pick<Access, 'me'>, wallClock: () => EpochMs): Surface {
  return {
    id: 'a',
    ...routesOf([
      keyRoute(meEndpoint, ({ principal, query }) => {
        readQuery(meQuery, query);
        return { regions: [], free: true, reply: () => access.me(principal, wallClock()) };
      }),
    ]),
    dialect: () => 'json',
  };
}
