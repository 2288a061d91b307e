import { beforeAll, describe, test } from 'vitest';
import { runCheck } from './check.js';
import { CHECKS, HOSTILE } from './checks.js';
import { openService, type Service } from './service.js';

const { CONFORMANCE_BASE: base = '', CONFORMANCE_KEY: key = '', CONFORMANCE_ONLY: only = '' } = process.env;
const { CONFORMANCE_SMALL_KEY: smallKey, CONFORMANCE_REVOKED_KEY: revokedKey } = process.env;
const without = process.env['CONFORMANCE_WITHOUT'];
const isStrict = process.env['CONFORMANCE_STRICT'] === '1';
const isHostile = process.env['CONFORMANCE_HOSTILE'] === '1';
const longestWaitSeconds = Number(process.env['CONFORMANCE_WAIT'] ?? 0);
let service: Service;
beforeAll(async () => {
  const target = { base, key, ...(smallKey && { smallKey }), ...(revokedKey && { revokedKey }) };
  service = await openService(target, { longestWaitSeconds });
});

/** Checks that need data which the service does not have yet are shown as skipped, with the reason; `--strict` fails them. */
describe(base, () => {
  const checks = [...(isHostile ? HOSTILE : []), ...CHECKS].filter(
    ({ name }) => name.includes(only) && !(without && name.includes(without)),
  );
  test.for(checks.map((check) => ({ name: check.name, check })))('$name', async ({ check }, { skip }) => {
    const result = await runCheck(check, service);
    if (result.outcome === 'passed') return;
    if (result.outcome === 'not yet' && !isStrict) skip(result.reason);
    throw new Error(result.reason);
  });
});
