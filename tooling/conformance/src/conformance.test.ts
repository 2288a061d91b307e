import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { runCheck } from './check.js';
import { CHECKS, HOSTILE } from './checks.js';
import { openService, type Service } from './service.js';
import { type PrefilledGateway, startPrefilledGateway } from './testing/prefilled-gateway.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

/** Hostile ones first: the last of the others lets time pass. */
const ALL = [...HOSTILE, ...CHECKS];

let gateway: PrefilledGateway;
let service: Service;
beforeAll(async () => {
  gateway = await startPrefilledGateway();
  service = await openService(gateway.target, { wait: gateway.wait, longestWaitSeconds: 3_600 });
}, 120_000);
afterAll(() => gateway.stop());

test('every check has its own name', () => {
  const names = ALL.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

describe('a sound gateway passes, and skips nothing:', () => {
  test.each(ALL.map((check) => ({ name: check.name, check })))('$name', async ({ check }) => {
    expect(await runCheck(check, service)).toEqual({ check, outcome: 'passed' });
  });
});

test('no request made the gateway log an error', () => {
  expect(gateway.errors).toEqual([]);
});
