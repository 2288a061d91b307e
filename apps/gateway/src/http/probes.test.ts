import { expect, test } from 'vitest';
import { probesOf, type Readiness } from './probes.js';

const well: Readiness = { ready: true, missing: [], degraded: ['data_lag pjm'] };
const ill: Readiness = { ready: false, missing: ['forecast'], degraded: [] };

// docs/faults.md: fault 108
test.each([
  { path: '/livez', readiness: ill, showsFindings: true, status: 200, body: { status: 'ok' } },
  { path: '/readyz', readiness: well, showsFindings: false, status: 200, body: { status: 'ok', missing: [] } },
  {
    path: '/readyz',
    readiness: well,
    showsFindings: true,
    status: 200,
    body: { status: 'ok', missing: [], degraded: ['data_lag pjm'] },
  },
  {
    path: '/readyz',
    readiness: ill,
    showsFindings: false,
    status: 503,
    body: { status: 'not_ready', missing: ['forecast'] },
  },
])('$path says $body, findings shown: $showsFindings', ({ path, readiness, showsFindings, status, body }) => {
  expect(probesOf(() => readiness, { showsFindings }).get(path)!()).toEqual({ status, body });
});
