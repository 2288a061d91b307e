import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { asker } from '../service.js';
import { type PrefilledGateway, startPrefilledGateway } from '../testing/prefilled-gateway.js';
import { type ApiDocument, readApiDocument } from './api-document.js';
import { clientTypes } from './client-types.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let gateway: PrefilledGateway;
let api: ApiDocument;
beforeAll(async () => {
  gateway = await startPrefilledGateway();
  api = readApiDocument((await asker(gateway.target)('/openapi.json', { key: null })).text);
}, 120_000);
afterAll(() => gateway.stop());

test('the types of @loadcast/client are what the document says (-u writes them)', async () => {
  await expect(clientTypes(api)).toMatchFileSnapshot('../../../../packages/client/src/endpoints.generated.ts');
});

test('a parameter that the document gains or loses changes them', () => {
  const without = api.operations.map((operation) => ({
    ...operation,
    parameters: operation.parameters.filter(({ name }) => name !== 'as_of'),
  }));
  expect(clientTypes({ ...api, operations: without })).not.toBe(clientTypes(api));
});
