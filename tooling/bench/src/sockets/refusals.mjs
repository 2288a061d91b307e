// What a refused request costs the gateway: `node refusals.mjs [--rounds N] [--requests N] [--only NAME] [--flags '--max-semi-space-size=8']`.
// Printed are medians of rounds: microseconds of CPU and kilobytes of heap, of all its threads, and
// megabytes resident after the last round. The log goes to a file, as under systemd; `LOG_LEVEL` of the environment is taken.
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ask } from './client.mjs';
import { cpuMsOf, rssMbOf } from './process-cpu.mjs';
import { startGateway } from './servers.mjs';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    requests: { type: 'string', default: '5000' },
    only: { type: 'string', default: '' },
    flags: { type: 'string', default: '' },
  },
});
const ROUNDS = Number(options.rounds);
const REQUESTS = Number(options.requests);
const CONNECTIONS = 10;
/** Each failure of an e-mail beyond the 50 free ones doubles its wait, so that few attempts of a round come through. */
const MOST_TRIES = 600;
const GUESSED = ['guess0@example.org', 'guess1@example.org'];

const oneOf = (list) => list[Math.floor(Math.random() * list.length)];
const address = () => Array.from({ length: 4 }, () => 1 + Math.floor(Math.random() * 250)).join('.');
const get = (path, header) => `GET ${path} HTTP/1.1\r\nHost: bench\r\n${header}\r\n\r\n`;

function signIn(email) {
  const body = JSON.stringify({ email, password: 'it is not this one' });
  const headers = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nX-Forwarded-For: ${address()}`;
  return `POST /account/sign-in HTTP/1.1\r\nHost: bench\r\n${headers}\r\n\r\n${body}`;
}

/** Kinds of refusals: a request of each, and the status of nearly all of its answers. */
const KINDS = [
  { name: 'sign-in to an e-mail that failed often', status: 429, request: () => signIn(oneOf(GUESSED)), before: guess },
  { name: 'no key', status: 401, request: () => get('/v1/demand/latest?region=PJM', `X-Forwarded-For: ${address()}`) },
  {
    name: 'an unknown key',
    status: 401,
    request: () => get('/v1/demand/latest?region=PJM', `X-Forwarded-For: ${address()}\r\nAuthorization: Bearer x`),
  },
  {
    name: 'an address over its quota',
    status: 429,
    request: () => get('/v1/demand/latest?region=PJM', 'X-Forwarded-For: 198.51.100.7'),
  },
];

const folder = mkdtempSync(join(tmpdir(), 'loadcast-refusals-'));
let allocatedBytes = 0;
let gateway;
try {
  gateway = await startGateway({
    folder,
    core: 0,
    more: { SOURCE: 'none', TRUSTED_PROXIES: '127.0.0.1' },
    flags: ['--trace-gc-nvp', ...options.flags.split(' ').filter((flag) => flag !== '')],
    output: countAllocated(),
  });
  process.stdout.write(
    `${cpus()[0]?.model}, ${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)}, Node ${process.version}\n\n`,
  );
  process.stdout.write(
    '| refusal | us of CPU | KB allocated | p99, ms | MB resident |\n| --- | --- | --- | --- | --- |\n',
  );
  for (const kind of KINDS.filter(({ name }) => name.includes(options.only))) await measure(kind);
} finally {
  await gateway?.end();
  rmSync(folder, { recursive: true, force: true });
}

/** Adds up what V8 says was allocated between its collections. */
function countAllocated() {
  let rest = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const line of lines) allocatedBytes += Number(/ allocated=(\d+)/.exec(line)?.[1] ?? 0);
  };
}

async function measure({ name, status, request, before }) {
  await before?.();
  const costs = { us: [], kb: [], p99Ms: [] };
  for (let round = -1; round < ROUNDS; round++) {
    const [cpuMs, bytes] = [cpuMsOf(gateway.pid), allocatedBytes];
    const { statuses, tookMs } = await ask({
      port: gateway.port,
      request,
      requests: REQUESTS,
      connections: CONNECTIONS,
    });
    if (!((statuses[status] ?? 0) > 0.7 * REQUESTS)) throw new Error(`${name}: ${JSON.stringify(statuses)}`);
    if (round < 0) continue;
    costs.us.push(((cpuMsOf(gateway.pid) - cpuMs) * 1_000) / REQUESTS);
    costs.kb.push((allocatedBytes - bytes) / 1_024 / REQUESTS);
    costs.p99Ms.push(tookMs[Math.floor(0.99 * tookMs.length)]);
  }
  const [us, kb, p99Ms] = Object.values(costs).map((list) => list.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]);
  const cells = [name, us.toFixed(0), kb.toFixed(1), p99Ms.toFixed(1), rssMbOf(gateway.pid).toFixed(0)];
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}

/** Fails with the guessed e-mails until a second's tries are refused. */
async function guess() {
  for (const email of GUESSED) {
    let refusedInARow = 0;
    for (let tries = 0; refusedInARow < 40; tries++) {
      if (tries > MOST_TRIES) throw new Error('sign-ins are not refused');
      const { statuses } = await ask({ port: gateway.port, request: signIn(email), requests: 1, connections: 1 });
      refusedInARow = statuses[429] ? refusedInARow + 1 : 0;
      if (statuses[429]) await sleep(100);
    }
  }
}
