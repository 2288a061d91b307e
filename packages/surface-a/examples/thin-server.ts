import { createServer } from 'node:http';
import { CONTRACT_AREAS, findPlan } from '@loadcast/core';
import { memoryActualsStore, memoryVintageStore } from '@loadcast/core/memory';
import { answerRequest, handleWith } from '@loadcast/formats/node';
import { createSurfaceA } from '@loadcast/surface-a';

const surface = createSurfaceA({ vintages: memoryVintageStore(), actuals: memoryActualsStore() });
const everyone = { accountId: 'everyone', keyId: 'none', plan: findPlan('a', 'team')! };
const answer = answerRequest([{ prefix: '/v1', surface }], {
  authenticate: () => everyone,
  areas: () => CONTRACT_AREAS,
});
const loadcast = handleWith({ baseUrl: 'http://localhost:8080', answer });
// Express: app.use('/v1', loadcast)
export const server = createServer((request, response) => {
  if (request.url?.startsWith('/v1')) loadcast(request, response);
  else response.end('your own routes');
});
server.listen(Number(process.env['PORT'] ?? 8080), '127.0.0.1');
