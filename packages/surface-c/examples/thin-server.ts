import { createServer } from 'node:http';
import { CONTRACT_AREAS, findPlan } from '@loadcast/core';
import { memoryActualsStore, memoryVintageStore } from '@loadcast/core/memory';
import { answerRequest, handleWith } from '@loadcast/formats/node';
import { createSurfaceC } from '@loadcast/surface-c';

const surface = createSurfaceC({ vintages: memoryVintageStore(), actuals: memoryActualsStore() });
const everyone = { accountId: 'everyone', keyId: 'none', plan: findPlan('c', 'standard')! };
const answer = answerRequest([{ prefix: '/forecast/v1', surface }], {
  authenticate: () => everyone,
  areas: () => CONTRACT_AREAS,
});
const loadcast = handleWith({ baseUrl: 'http://localhost:8080', answer });
export const server = createServer((request, response) => {
  if (request.url?.startsWith('/forecast/v1')) loadcast(request, response);
  else response.end('your own routes');
});
server.listen(Number(process.env['PORT'] ?? 8080), '127.0.0.1');
