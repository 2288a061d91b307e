import { expect, test } from 'vitest';
import { keyRoute } from './described-routes.js';
import type { EndpointDescription } from './endpoint-description.js';

const ENDPOINT = { path: '', name: 'get', title: 'An answer', access: 'key', answers: [] } as const;

test.each<[string, EndpointDescription & { access: 'key' }, boolean]>([
  ['one with an entity tag is shared by equal requests of one second', { ...ENDPOINT, conditional: true }, true],
  ['one without may be about its account, and is shared with nobody', ENDPOINT, false],
])('%s', (_, endpoint, isKept) => {
  const { route } = keyRoute(endpoint, () => ({ regions: [], reply: () => ({ status: 200, headers: {}, body: '' }) }));
  expect(route).toMatchObject({ isKept });
});
