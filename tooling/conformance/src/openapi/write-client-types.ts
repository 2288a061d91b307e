import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { memoryActualsStore, memoryVintageStore } from '@loadcast/core/memory';
import { sha256Hex } from '@loadcast/formats/node';
import { asking } from '../../../../apps/gateway/src/every-endpoint/testing/asking.js';
import { readApiDocument } from './api-document.js';
import { clientTypes } from './client-types.js';

export const CLIENT_TYPES = fileURLToPath(
  new URL('../../../../packages/client/src/endpoints.generated.ts', import.meta.url),
);

/** Writes the types of the client from the document of a gateway without data. */
export async function run(): Promise<void> {
  const ask = asking({ actuals: memoryActualsStore(), vintages: memoryVintageStore(sha256Hex) });
  writeFileSync(CLIENT_TYPES, clientTypes(readApiDocument((await ask('/openapi.json')).text)));
}
