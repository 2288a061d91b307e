import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnOn } from './process-cpu.mjs';

const LOADCAST = fileURLToPath(new URL('../../../../apps/gateway/dist/bin/loadcast.js', import.meta.url));
const STALL_PROBE = new URL('stall-probe.mjs', import.meta.url).href;
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
 * @param probes whether it counts the stalls of its event loop, for `stalls`
 * @param more settings beside the usual ones, or instead of them
 * @param flags of node
 * @param output receives its output after the address
 *
 * @returns {Promise<Server & { key: string, stalls(): Promise<{ stalls: number, mostMs: number, lateMs: number }> }>}
 */
export async function startGateway({ folder, core, data, probes = false, more = {}, flags = [], output }) {
  const dataDir = join(folder, 'data');
  if (data) cpSync(data, dataDir, { recursive: true });
  const settings = {
    LOADCAST_DATA_DIR: dataDir,
    SOURCE: 'simulated',
    FORECASTER: 'calendar-lag-regression',
    PORT: '0',
    ADMIN_PORT: '0',
    ...more,
  };
  const log = openSync(join(folder, 'gateway.log'), 'w');
  const probe = probes ? ['--import', STALL_PROBE] : [];
  const child = spawnOn(core, process.execPath, [...SERVED_WITH, ...flags, ...probe, LOADCAST, 'serve'], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', log, ...(probes ? ['ipc'] : [])],
  });
  const end = ended(child, 'SIGTERM');
  try {
    const url = await printed(child, /listening on (\S+)/);
    child.stdout.on('data', (chunk) => output?.(String(chunk)));
    const stalls = async () => {
      child.send('stalls');
      const [since] = await once(child, 'message');
      return since;
    };
    return { name: 'gateway', pid: child.pid, port: Number(new URL(url).port), key: makeKey(settings), stalls, end };
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

/** A server that replays the gateway's recorded answers. @returns {Promise<Server>} */
export async function startPeer({ kind, file, core }) {
  const child = spawnOn(core, process.execPath, [PEER, kind, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = Number(await printed(child, /(\d+)/));
  return { name: kind, pid: child.pid, port, end: ended(child, 'SIGKILL') };
}

/** nginx with the recorded bodies as files, where it is installed. @returns {Promise<Server | undefined>} */
export async function startNginx({ folder, recorded, core, port }) {
  if (spawnSync('nginx', ['-v']).status !== 0) return undefined;
  const root = join(folder, 'nginx');
  mkdirSync(root);
  const byPath = new Map(recorded.map((row) => [row.path, row]));
  const rows = [...byPath.values()].map(({ path, body }, i) => {
    writeFileSync(join(root, `${i}.json`), Buffer.from(body, 'base64'));
    return `"${path}" /${i}.json;`;
  });
  const conf = `daemon off; master_process off; pid ${root}/nginx.pid; error_log ${root}/error.log;
events { worker_connections 512; }
http {
  access_log off; keepalive_requests 10000000; types { application/json json; } map_hash_bucket_size 512;
  client_body_temp_path ${root}/a; proxy_temp_path ${root}/b; fastcgi_temp_path ${root}/c; uwsgi_temp_path ${root}/d; scgi_temp_path ${root}/e;
  map $request_uri $file { ${rows.join('\n')} }
  server { listen 127.0.0.1:${port}; root ${root}; location / { rewrite ^ $file break; } }
}`;
  writeFileSync(join(root, 'nginx.conf'), conf);
  const child = spawnOn(core, 'nginx', ['-c', join(root, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'inherit'] });
  return { name: 'nginx, files', pid: child.pid, port, end: ended(child, 'SIGKILL') };
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
