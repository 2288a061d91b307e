// npm run dev: the service on a simulated grid at http://127.0.0.1:8080, made again when a source file changes, with pages
// that load themselves again. Other settings of the service are read as always. Ctrl-C ends all of it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFront } from './front.mjs';
import { watchSources } from './watch-sources.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COMMAND = join(ROOT, 'apps/gateway/dist/bin/loadcast.js');
const env = { LOADCAST_DATA_DIR: join(ROOT, '.loadcast/dev'), SOURCE: 'simulated', LOG_LEVEL: 'warn', ...process.env };
const port = Number(process.env.PORT ?? 8080);
const gatewayPort = await freePort();
const front = createFront(gatewayPort);
let gateway;
let isEnding = false;

const sources = watchSources(ROOT, { changed: restart, failed: (text) => process.stderr.write(`${text}\n`) });
await start();
front.server.listen(port, '127.0.0.1', () => {
  process.stdout.write(`watching, and listening on http://127.0.0.1:${front.server.address().port}\n`);
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, end);

/** Starts the gateway and waits until it listens, or has ended: its output shows why. */
async function start() {
  const own = { ...env, PORT: String(gatewayPort), ADMIN_PORT: process.env.ADMIN_PORT ?? '0' };
  gateway = spawn(process.execPath, [COMMAND, 'serve', '--demo'], {
    cwd: ROOT,
    env: own,
    stdio: ['ignore', 'pipe', 2],
  });
  const ended = once(gateway, 'exit');
  const listening = new Promise((resolve) => {
    gateway.stdout.on('data', (chunk) => {
      const text = String(chunk);
      process.stdout.write(text.replace(/^listening on .*\n/m, ''));
      if (text.includes('listening on ')) resolve();
    });
  });
  await Promise.race([listening, ended]);
}

/** Kills the gateway, which keeps all that it has written. */
async function stopGateway() {
  if (gateway.exitCode !== null || gateway.signalCode !== null) return;
  const ended = once(gateway, 'exit');
  gateway.kill('SIGKILL');
  await ended;
}

async function restart(what, since) {
  if (isEnding) return;
  front.hold();
  await stopGateway();
  if (isEnding) return;
  await start();
  front.release();
  process.stdout.write(`${what}: again after ${Math.round(performance.now() - since)} ms\n`);
}

async function end() {
  isEnding = true;
  await Promise.all([sources.close(), stopGateway()]);
  front.close();
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const free = server.address().port;
  server.close();
  await once(server, 'close');
  return free;
}
