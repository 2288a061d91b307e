import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { asker } from '../service.js';
import { type PrefilledGateway, startPrefilledGateway } from '../testing/prefilled-gateway.js';
import { type ApiDocument, readApiDocument } from './api-document.js';
import { clientTypes } from './client-types.js';
import { CLIENT_TYPES } from './write-client-types.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let gateway: PrefilledGateway;
let api: ApiDocument;
beforeAll(async () => {
  gateway = await startPrefilledGateway();
  api = readApiDocument((await asker(gateway.target)('/openapi.json', { key: null })).text);
}, 120_000);
afterAll(() => gateway.stop());

test('the types of @loadcast/client are those of the document that a running gateway serves', () => {
  expect(readFileSync(CLIENT_TYPES, 'utf8')).toBe(clientTypes(api));
});

test('a parameter that the document gains or loses changes them', () => {
  const without = api.operations.map((operation) => ({
    ...operation,
    parameters: operation.parameters.filter(({ name }) => name !== 'as_of'),
  }));
  expect(clientTypes({ ...api, operations: without })).not.toBe(clientTypes(api));
});
