import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { runCheck } from './check.js';
import { CHECKS } from './checks.js';
import { openService, type Service } from './service.js';
import { type PrefilledGateway, startPrefilledGateway } from './testing/prefilled-gateway.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let gateway: PrefilledGateway;
let service: Service;
beforeAll(async () => {
  gateway = await startPrefilledGateway();
  service = await openService(gateway.target);
}, 120_000);
afterAll(() => gateway.stop());

test('every check has its own name', () => {
  expect(new Set(CHECKS.map(({ name }) => name)).size).toBe(CHECKS.length);
});

describe('a real gateway', () => {
  test.each(CHECKS.map((check) => ({ name: check.name, check })))('$name', async ({ check }) => {
    expect(await runCheck(check, service)).toEqual({ check, outcome: 'passed' });
  });
});

test('no request made the gateway log an error', () => {
  expect(gateway.errors).toEqual([]);
});
