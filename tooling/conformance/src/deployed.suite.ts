import { beforeAll, describe, test } from 'vitest';
import { runCheck } from './check.js';
import { CHECKS, HOSTILE } from './checks.js';
import { openService, type Service } from './service.js';

/** Options of `npm run conformance`. */
const given = JSON.parse(process.env['CONFORMANCE'] ?? '{}');
const { base, key, only = '', without } = given;
let service: Service;
beforeAll(async () => {
  const target = {
    base: base.replace(/\/+$/, ''),
    key,
    smallKey: given['small-key'],
    revokedKey: given['revoked-key'],
  };
  service = await openService(target, { longestWaitSeconds: Number(given.wait) });
});

/** Checks that need data which the service does not have yet are shown as skipped, with the reason; `--strict` fails them. */
describe(base, () => {
  const checks = [...(given.hostile ? HOSTILE : []), ...CHECKS].filter(
    ({ name }) => name.includes(only) && !(without && name.includes(without)),
  );
  // `test.each` would cut the names short.
  for (const check of checks) {
    test(check.name, async ({ skip }) => {
      const result = await runCheck(check, service);
      if (result.outcome === 'passed') return;
      if (result.outcome === 'not yet' && !given.strict) skip(result.reason);
      throw new Error(result.reason);
    });
  }
});
