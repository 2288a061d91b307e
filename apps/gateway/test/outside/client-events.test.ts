import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createClient } from '@loadcast/client';
import { HOUR_MS, VINTAGE_HOURS } from '@loadcast/core';
import { buildVintage } from '@loadcast/core/testing';
import { expect, onTestFinished, test } from 'vitest';
import { type RunningGateway, startGateway } from '../../src/compose.js';
import { type ServedWorld, serveWorld } from '../served-world.js';

const PYTHON = fileURLToPath(new URL('../../../../clients/python', import.meta.url));

/** A program that prints id and `issued_at` of each run of MISO, for as long as it is let. */
const PROGRAM = `
import os, sys
from loadcast import Loadcast
service = Loadcast(os.environ["LOADCAST_URL"], os.environ["LOADCAST_KEY"], retries=1000, max_wait_seconds=1)
for event in service.events(regions=["MISO"], types=["run.published"], last_event_id=os.environ["LAST_ID"]):
    print(event["id"], event["data"]["issued_at"], flush=True)
`;

/** Calls back with id and issue of each run that a client reports, `evt_7 2026-11-21T16:00:00Z`, until it is left. */
type Follow = (url: string, key: string, lastEventId: string, seen: (run: string) => void) => () => Promise<void>;

const followInTypeScript: Follow = (baseUrl, key, lastEventId, seen) => {
  const leaving = new AbortController();
  const client = createClient({ baseUrl, key, retries: 1_000, maxWaitSeconds: 1 });
  const query = { regions: ['MISO'], types: ['run.published'] } as const;
  const reading = (async () => {
    for await (const { id, data } of client.events(query, { lastEventId, signal: leaving.signal })) {
      seen(`${id} ${data['issued_at']}`);
    }
  })();
  return async () => {
    leaving.abort(new Error('left'));
    await expect(reading).rejects.toThrow('left');
  };
};

const followInPython: Follow = (url, key, lastId, seen) => {
  const env = { ...process.env, LOADCAST_URL: url, LOADCAST_KEY: key, LAST_ID: lastId, PYTHONDONTWRITEBYTECODE: '1' };
  const child: ChildProcess = spawn('python3', ['-c', PROGRAM], {
    cwd: PYTHON,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  createInterface({ input: child.stdout! }).on('line', seen);
  return async () => {
    child.kill('SIGKILL');
    await ended;
  };
};

let issued = 0;
async function publish({ runtime }: RunningGateway): Promise<string> {
  issued += 1;
  const issuedAt = Date.now() + issued * 1_000;
  const start = Math.ceil(issuedAt / HOUR_MS) * HOUR_MS;
  const valueMw = new Float64Array(VINTAGE_HOURS).fill(100);
  await runtime.vintages.append(buildVintage({ areaId: 'miso', issuedAt, availableAt: issuedAt, start, valueMw }));
  return new Date(Math.floor(issuedAt / 1_000) * 1_000).toISOString().replace('.000', '');
}

/** The same service again, on the port that the world had. */
async function again({ dataDir, url }: ServedWorld): Promise<RunningGateway> {
  const env = { LOADCAST_DATA_DIR: dataDir, PORT: new URL(url).port, ADMIN_PORT: '0', SOURCE: 'none' };
  return await startGateway({ env, logTo: { write: () => undefined } });
}

const hasPython = await once(spawn('python3', ['--version']), 'exit').then(
  ([code]) => code === 0,
  () => false,
);

test.for([
  { name: '@loadcast/client', follow: followInTypeScript, isSkipped: false },
  { name: 'loadcast.py', follow: followInPython, isSkipped: !hasPython },
])(
  'events of $name, over a restart of the gateway: all, in order, each once',
  { timeout: 180_000 },
  async ({ follow, isSkipped }, { skip }) => {
    skip(isSkipped, 'python3 is not installed');
    const world = await serveWorld();
    onTestFinished(() => world.remove());
    const key = await world.keyOf({ a: 'developer' });
    const seen: string[] = [];
    const leave = follow(world.url, key, 'evt_0', (run) => seen.push(run));
    onTestFinished(leave);
    const known = [await publish(world.gateway)];
    const reported = () => seen.map((run) => run.split(' ')[1]!).filter((issuedAt) => known.includes(issuedAt));
    await expect.poll(reported, { timeout: 60_000 }).toEqual(known);
    await world.stop();
    const restarted = await again(world);
    onTestFinished(() => restarted.stop());
    known.push(await publish(restarted), await publish(restarted));
    await expect.poll(reported, { timeout: 60_000 }).toEqual(known);
    const places = seen.map((run) => Number(/^evt_(\d+) /.exec(run)![1]));
    expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
  },
);
