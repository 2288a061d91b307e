import type { EpochMs } from '@loadcast/core';
import type { Prepared, Surface } from '@loadcast/formats';
import type { Access } from '../access/access.js';

/** `GET /v1/usage`: what the key's account used, free of charge. */
export function createUsage(access: Pick<Access, 'usage'>, wallClock: () => EpochMs): Surface {
  return {
    id: 'a',
    route: ({ path }) =>
      path === ''
        ? {
            access: 'key',
            prepare: ({ principal }): Prepared => ({
              regions: [],
              free: true,
              reply: () => access.usage(principal, wallClock()),
            }),
          }
        : undefined,
    dialect: () => 'json',
  };
}
