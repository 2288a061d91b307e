import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ACCOUNT_PREFIX } from './account-api.js';
import { ROUTES } from './routes.js';

test('docs/accounts.md lists exactly these routes, in this order', () => {
  const page = readFileSync(new URL('../../../../docs/accounts.md', import.meta.url), 'utf8');
  const documented = [...page.matchAll(/^\| `([A-Z]+ [^`]+)` \|/gm)].map(([, request]) => request);
  const served = ROUTES.map(({ method, path }) => `${method} ${ACCOUNT_PREFIX}${path.replace(':id', '{id}')}`);
  expect(served).toEqual(documented);
});
