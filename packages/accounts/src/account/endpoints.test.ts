import { expect, test } from 'vitest';
import { ACCOUNT_ENDPOINTS } from './endpoints.data.js';
import { ROUTES } from './routes.js';

/** What a mailed link opens: HTML for people. */
const LINK_PAGES = ['GET /account/confirm', 'GET /account/reset'];

test('every route under /account is described, and nothing else', () => {
  const described = ACCOUNT_ENDPOINTS.map(({ method, path }) => `${method} ${path}`);
  const routed = ROUTES.map(({ method, path }) => `${method} /account${path.replace(/:(\w+)/g, '{$1}')}`);
  expect([...described, ...LINK_PAGES].sort()).toEqual([...new Set(routed)].sort());
});
