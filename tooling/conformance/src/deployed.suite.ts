import { beforeAll, describe, test } from 'vitest';
import { runCheck } from './check.js';
import { CHECKS } from './checks.js';
import { openService, type Service } from './service.js';

const { CONFORMANCE_BASE: base = '', CONFORMANCE_KEY: key = '', CONFORMANCE_ONLY: only = '' } = process.env;
const { CONFORMANCE_SMALL_KEY: smallKey, CONFORMANCE_REVOKED_KEY: revokedKey } = process.env;
let service: Service;
beforeAll(async () => {
  service = await openService({ base, key, ...(smallKey && { smallKey }), ...(revokedKey && { revokedKey }) });
});

/** Checks that need data which the service does not have yet are shown as skipped, with the reason. */
describe(base, () => {
  const checks = CHECKS.filter(({ name }) => name.includes(only));
  test.for(checks.map((check) => ({ name: check.name, check })))('$name', async ({ check }, { skip }) => {
    const result = await runCheck(check, service);
    if (result.outcome === 'not yet') skip(result.reason);
    if (result.outcome === 'failed') throw new Error(result.reason);
  });
});
