import { expect, test } from 'vitest';
import { serveWorld } from '../served-world.js';

const PATHS = ['/v1/regions', '/v1/demand/latest?region=PJM', '/v1/nothing', '/livez', '/account'];

test.each([
  { env: {}, timing: null },
  { env: { SERVER_TIMING: '1' }, timing: expect.stringMatching(/^(queue;dur=\d+, )?total;dur=\d+\.\d$/) },
])('Server-Timing on answers, refusals and pages of a gateway with $env', async ({ env, timing }) => {
  const world = await serveWorld(env, { days: 1 });
  try {
    const authorization = `Bearer ${await world.keyOf({ a: 'developer' })}`;
    const timings = [];
    for (const path of PATHS) {
      const { headers } = await fetch(world.url + path, { headers: { authorization } });
      timings.push([path, headers.get('server-timing')]);
    }
    expect(timings).toEqual(PATHS.map((path) => [path, timing]));
  } finally {
    await world.stop();
    world.remove();
  }
});
