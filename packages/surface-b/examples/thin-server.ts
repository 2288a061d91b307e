import { createServer } from 'node:http';
import { CONTRACT_AREAS, findPlan } from '@loadcast/core';
import { memoryActualsStore, memoryVintageStore } from '@loadcast/core/memory';
import { answerRequest, handleWith } from '@loadcast/formats/node';
import { createSingleZipSurface, createSurfaceB } from '@loadcast/surface-b';

const deps = { vintages: memoryVintageStore(), actuals: memoryActualsStore() };
const mounts = [
  { prefix: '/oasis', surface: createSurfaceB(deps) },
  { prefix: '/oasisapi/SingleZip', surface: createSingleZipSurface(deps) },
];
const everyone = { accountId: 'everyone', keyId: 'none', plan: findPlan('b', 'standard')! };
const answer = answerRequest(mounts, { authenticate: () => everyone, areas: () => CONTRACT_AREAS });
const loadcast = handleWith({ baseUrl: 'http://localhost:8080', answer });
export const server = createServer((request, response) => {
  if (request.url?.startsWith('/oasis')) loadcast(request, response);
  else response.end('your own routes');
});
server.listen(Number(process.env['PORT'] ?? 8080), '127.0.0.1');
