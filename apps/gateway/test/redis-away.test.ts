import { expect, onTestFinished, test } from 'vitest';
import { serveWorld } from './served-world.js';

test('a gateway whose Redis cannot be reached says so once in the log, and in /readyz', async () => {
  const world = await serveWorld({ REDIS_URL: 'redis://:hunter2@127.0.0.1:1' }, { days: 1 });
  onTestFinished(async () => {
    await world.stop();
    world.remove();
  });
  const reply = await fetch(`${world.gateway.adminUrl}/readyz`);
  expect(await reply.json()).toMatchObject({ degraded: expect.arrayContaining(['quota']) });
  const said = () => world.log.filter((line) => /Check REDIS_URL.*quota counters: local \(ECONNREFUSED\)/.test(line));
  await expect.poll(() => said().length).toBe(1);
  expect(world.log.join('')).not.toContain('hunter2');
});
