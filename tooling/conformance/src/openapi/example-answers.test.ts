import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Ask, asker } from '../service.js';
import { ASKED_AT, exampleAnswers } from '../testing/openapi/example-answers.js';
import { type PrefilledGateway, startPrefilledGateway } from '../testing/prefilled-gateway.js';
import { type ApiDocument, readApiDocument } from './api-document.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const realNow = Date.now;
let gateway: PrefilledGateway;
let ask: Ask;
let api: ApiDocument;
beforeAll(async () => {
  Date.now = () => ASKED_AT;
  gateway = await startPrefilledGateway(ASKED_AT);
  gateway.listFile();
  ask = asker(gateway.target);
  api = readApiDocument((await ask('/openapi.json', { key: null })).text);
}, 120_000);
afterAll(async () => {
  await gateway.stop();
  Date.now = realNow;
});

test('the bodies in the document are what the service answers (-u writes them)', async () => {
  const text = await exampleAnswers(gateway, ask, api);
  await expect(text).toMatchFileSnapshot('../../../../apps/gateway/src/docs/example-answers.generated.ts');
});

test('every endpoint that answers a key with JSON shows a body, and it is as described', () => {
  const withoutBody = api.operations.flatMap((operation) => {
    const media = operation.responses['200']?.content?.['application/json'];
    if (operation.method !== 'GET' || !operation['x-examples'] || !media) return [];
    if (media.example === undefined) return [operation.path];
    const text = JSON.stringify(media.example);
    const headers = { 'x-request-id': 'x', 'content-type': 'application/json' };
    api.requireDocumented(operation, { status: 200, headers, text, bytes: Buffer.from(text) });
    return [];
  });
  // Their first examples are other forms of a report.
  expect(withoutBody.filter((path) => !path.includes('oasis') && path !== '/forecast/v1/demand')).toEqual([]);
});
