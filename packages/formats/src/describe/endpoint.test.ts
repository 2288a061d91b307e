import { NO_GRID_DATA } from '@loadcast/core/quota';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { Prepared } from '../http.js';
import { endpoint } from './endpoint.js';

const ENDPOINT = { path: '', name: 'get', title: 'An answer', answers: [], query: z.object({}) } as const;
const shows = () => NO_GRID_DATA;
const prepare = (): Prepared => ({ regions: [], reply: () => ({ status: 200, headers: {}, body: '' }) });

test.each([
  {
    name: 'one with an entity tag is shared by equal requests of one second',
    described: endpoint({ ...ENDPOINT, access: 'key', conditional: true, shows, prepare }),
    isKept: true,
  },
  {
    name: 'one without may be about its account, and is shared with nobody',
    described: endpoint({ ...ENDPOINT, access: 'key', shows, prepare }),
    isKept: false,
  },
])('$name', ({ described, isKept }) => expect(described.route({})).toMatchObject({ isKept }));
