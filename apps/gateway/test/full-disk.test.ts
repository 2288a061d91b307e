import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canMountDisks, mountDisk, type TinyDisk } from '../../../tooling/testing/tiny-disk.js';
import { createDoctorCommand } from '../src/cli/commands/doctor/doctor.js';
import { openStore } from '../src/cli/configured-store.js';
import { runCli } from '../src/cli/testing/run-cli.js';
import { type ServedWorld, serveWorld } from './served-world.js';

let disk: TinyDisk;
let world: ServedWorld;
let key: string;

beforeAll(async () => {
  if (!canMountDisks) return;
  disk = mountDisk(48);
  world = await serveWorld({ LOADCAST_DATA_DIR: disk.folder });
  key = await world.keyOf({ a: 'developer' });
});
afterAll(async () => {
  await world?.stop();
  disk?.remove();
});

const signUp = (name: string) =>
  fetch(`${world.url}/account/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: world.url },
    body: JSON.stringify({ email: `${name}@example.org`, password: 'a long enough password', plan: 'free' }),
  });

const forecast = async () =>
  (await fetch(`${world.url}/v1/demand/forecast?region=CAISO`, { headers: { authorization: `Bearer ${key}` } })).status;

async function degraded(): Promise<string[]> {
  const reply = await fetch(`${world.gateway.adminUrl}/readyz`);
  return ((await reply.json()) as { degraded: string[] }).degraded;
}

const doctor = () =>
  runCli([createDoctorCommand((env) => openStore(env, { role: 'control' }))], ['doctor'], {
    env: { LOADCAST_DATA_DIR: disk.folder, SOURCE: 'none' },
    now: () => Date.now(),
  });

// docs/faults.md: fault 3
test.skipIf(!canMountDisks)(
  'on a full disk changes are 503 and reads go on, which readyz, health and doctor show, until there is room again',
  async () => {
    expect([(await signUp('before')).status, await forecast()]).toEqual([202, 200]);
    expect(await degraded()).not.toContain('store');

    disk.fill();
    const refused = await signUp('during');
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([503, 30]);
    expect(await refused.json()).toMatchObject({ error: { code: 'unavailable' } });
    expect(await forecast()).toBe(200);
    expect(await degraded()).toContain('store');
    const health = await fetch(`${world.url}/v1/health`);
    expect([health.status, await health.json()]).toMatchObject([200, { status: 'degraded' }]);
    expect((await doctor()).out.join('\n')).toMatch(/WRONG {2}(disk: 0\.0 GB are free|store: .*the disk is full)/);

    disk.free();
    while ((await degraded()).includes('store')) await sleep(50);
    expect([(await signUp('after')).status, await forecast()]).toEqual([202, 200]);
    expect(world.log.join('')).not.toContain('"status":500');
  },
);
