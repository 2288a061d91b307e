import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnOn } from './process-cpu.mjs';

const LOADCAST = fileURLToPath(new URL('../../../../apps/gateway/dist/bin/loadcast.js', import.meta.url));
const PEER = fileURLToPath(new URL('peer-process.mjs', import.meta.url));

const IMAGE = new URL('../../../../deploy/Dockerfile', import.meta.url);
/** Flags of node with which the image starts the program. */
const SERVED_WITH = JSON.parse(/^ENTRYPOINT (.+)$/m.exec(readFileSync(IMAGE, 'utf8'))[1]).slice(1, -1);

/** A server under measurement. */
/** @typedef {{ name: string, pid: number, port: number, end(): Promise<void> }} Server */

const ended = (child, signal) => async () => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
};

/**
 * The built gateway on a simulated grid, with one account that no quota stops. Its log goes to a file, as under
 * systemd. A quick model forecasts: the benchmark measures reads.
 *
 * @param data a data folder of an earlier run to begin with, copied; without it the weeks before are forecast first
 *
 * @returns {Promise<Server & { key: string }>}
 */
export async function startGateway({ folder, core, data }) {
  const dataDir = join(folder, 'data');
  if (data) cpSync(data, dataDir, { recursive: true });
  const settings = {
    LOADCAST_DATA_DIR: dataDir,
    SOURCE: 'simulated',
    FORECASTER: 'calendar-lag-regression',
    PORT: '0',
    ADMIN_PORT: '0',
  };
  const log = openSync(join(folder, 'gateway.log'), 'w');
  const child = spawnOn(core, process.execPath, [...SERVED_WITH, LOADCAST, 'serve'], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', log],
  });
  const end = ended(child, 'SIGTERM');
  try {
    const url = await printed(child, /listening on (\S+)[\s\S]*^Ready: /m);
    return { name: 'gateway', pid: child.pid, port: Number(new URL(url).port), key: makeKey(settings), end };
  } catch (failure) {
    await end();
    throw failure;
  }
}

/** The key of an account that no quota stops. */
function makeKey(settings) {
  const run = (...args) =>
    execFileSync(process.execPath, [LOADCAST, ...args], {
      env: { ...process.env, ...settings },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const email = `bench-${process.pid}@example.org`;
  const account = ['--account', email];
  const whole = ['--plan-a', 'enterprise', '--plan-b', 'enterprise', '--plan-c', 'enterprise'];
  const most = '900000000';
  run('accounts', 'create', '--email', email, ...whole);
  run('accounts', 'set-plan', ...account, '--hourly', most, '--daily', most, '--region-daily', most);
  return /lc_live_\w+/.exec(run('keys', 'create', ...account, '--label', 'bench'))[0];
}

/** The yardstick: a node:http that replays the gateway's recorded answers. @returns {Promise<Server>} */
export async function startPeer({ file, core }) {
  const child = spawnOn(core, process.execPath, [PEER, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = Number(await printed(child, /(\d+)/));
  return { name: 'node:http', pid: child.pid, port, end: ended(child, 'SIGKILL') };
}

/** What a pattern finds in a program's standard output, once it does. */
function printed(child, pattern) {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk) => {
      output += chunk;
      const found = pattern.exec(output)?.[1];
      if (!found) return;
      child.stdout.off('data', read).resume();
      resolve(found);
    };
    child.stdout.on('data', read);
    child.once('exit', (code) => reject(new Error(`ended with ${code} before it listened: ${output}`)));
  });
}
