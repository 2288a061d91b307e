import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ACCOUNT_ENDPOINTS } from './account-endpoints.js';
import { ACCOUNT_PREFIX } from './account-surface.js';

test('docs/accounts.md lists exactly these endpoints, in this order', () => {
  const page = readFileSync(new URL('../../../../docs/accounts.md', import.meta.url), 'utf8');
  const documented = [...page.matchAll(/^\| `([A-Z]+ [^`]+)` \|/gm)].map(([, request]) => request);
  const served = ACCOUNT_ENDPOINTS.map(({ method, path }) => `${method} ${ACCOUNT_PREFIX}${path}`);
  expect(served).toEqual(documented);
});
