import { type ApiDocument, readApiDocument } from '../openapi/api-document.js';
import { type Ask, asker } from '../service.js';
import { type PrefilledGateway, startPrefilledGateway } from './prefilled-gateway.js';

/** A gateway with a history, and the OpenAPI document that it serves. */
export interface DescribedGateway extends PrefilledGateway {
  readonly ask: Ask;
  readonly api: ApiDocument;
}

export async function startDescribedGateway(): Promise<DescribedGateway> {
  const gateway = await startPrefilledGateway();
  const ask = asker(gateway.target);
  return { ...gateway, ask, api: readApiDocument((await ask('/openapi.json', { key: null })).text) };
}
