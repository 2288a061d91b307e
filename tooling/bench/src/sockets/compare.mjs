// The price of a request beside other servers that answer the same bytes, over sockets, all in one interleaved run:
// `node compare.mjs [--check] [--rounds N] [--only NAME] [--data DIR] [--wait SECONDS]`. CPU is that of the server process; `--check` fails where a ratio is too high.
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ENDPOINTS, SLACK } from './endpoints.data.mjs';
import { cpuMsOf, rssMbOf } from './process-cpu.mjs';
import { record, requestText, whenQuiet } from './record.mjs';
import { startGateway, startNginx, startPeer } from './servers.mjs';

const { values: options } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    only: { type: 'string' },
    data: { type: 'string' },
    wait: { type: 'string' },
  },
});
const ROUNDS = Number(options.rounds ?? (options.check ? 3 : 7));
const REQUESTS = options.check ? 5_000 : 10_000;
const CONNECTIONS = 16;
const SERVER_CORE = 0;
const CLIENT_CORE = Math.min(1, availableParallelism() - 1);
const BASE = 'node:http, same headers';

const folder = mkdtempSync(join(tmpdir(), 'loadcast-sockets-'));
const servers = [];
const client = fork(fileURLToPath(new URL('client-process.mjs', import.meta.url)));
try {
  pin(client.pid, CLIENT_CORE);
  const gateway = await startGateway({ folder, core: SERVER_CORE, data: options.data });
  servers.push(gateway);
  const isQuiet = await whenQuiet(gateway.pid, Number(options.wait ?? 600));
  if (!isQuiet) process.stdout.write('the gateway still makes forecasts: its figures are too high\n');
  const endpoints = ENDPOINTS.filter(({ name }) => !options.only || name.includes(options.only));
  const recorded = await record(gateway, endpoints, Date.now());
  const file = join(folder, 'recorded.json');
  writeFileSync(file, JSON.stringify(recorded));
  for (const kind of ['node:http, same bytes', BASE, 'fastify']) {
    servers.push(await startPeer({ kind, file, core: SERVER_CORE }));
  }
  const nginx = await startNginx({ folder, recorded, core: SERVER_CORE, port: 20_000 + (process.pid % 20_000) });
  if (nginx) servers.push(nginx);
  const rows = [];
  for (const [i, endpoint] of endpoints.entries()) rows.push(await measure(gateway, endpoint, recorded[i]));
  print(rows);
  process.stdout.write(`gateway: ${rssMbOf(gateway.pid).toFixed(0)} MB resident\n`);
  if (options.check) check(rows);
} finally {
  client.kill();
  await Promise.all(servers.map((server) => server.end()));
  rmSync(folder, { recursive: true, force: true });
}

function pin(pid, core) {
  try {
    execFileSync('taskset', ['-cp', String(core), String(pid)], { stdio: 'ignore' });
  } catch {
    // Nothing here can pin a process: the scheduler decides.
  }
}

/** CPU a request of each server, us: medians of rounds in which every server has its turn. */
async function measure(gateway, endpoint, row) {
  const requests = Math.ceil(((endpoint.requests ?? REQUESTS) * REQUESTS) / 10_000);
  const cpuUs = new Map(servers.map(({ name }) => [name, []]));
  for (let round = -1; round < ROUNDS; round++) {
    const [{ etag }] = await record(gateway, [{ ...endpoint, path: row.path }], Date.now()); // a new forecast has a new one
    const request = requestText(endpoint, row.path, gateway.key, etag);
    for (const server of servers) {
      const before = cpuMsOf(server.pid);
      client.send({ port: server.port, request, requests, connections: CONNECTIONS });
      const [{ statuses, failure }] = await once(client, 'message');
      if (failure) throw new Error(`${server.name}, ${endpoint.name}: ${failure}`);
      const isRight = Object.keys(statuses).join() === String(server === gateway ? row.status : 200);
      if (!isRight) throw new Error(`${server.name} answered ${endpoint.name} with ${JSON.stringify(statuses)}`);
      if (round >= 0) cpuUs.get(server.name).push(((cpuMsOf(server.pid) - before) * 1_000) / requests);
    }
  }
  const ratios = cpuUs.get('gateway').map((us, round) => us / cpuUs.get(BASE)[round]);
  const medians = new Map([...cpuUs].map(([name, list]) => [name, median(list)]));
  return { endpoint, bytes: Buffer.from(row.body, 'base64').length, medians, ratio: median(ratios) };
}

function median(list) {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function print(rows) {
  const names = servers.map(({ name }) => name);
  process.stdout.write(
    `${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}; ${ROUNDS} rounds, ${CONNECTIONS} connections\n`,
  );
  process.stdout.write(`us of CPU a request\n| endpoint | bytes | ${names.join(' | ')} | x ${BASE} | most | goal |\n`);
  process.stdout.write(`|${' --- |'.repeat(names.length + 5)}\n`);
  for (const { endpoint, bytes, medians, ratio } of rows) {
    const cells = names.map((name) => medians.get(name).toFixed(1)).join(' | ');
    process.stdout.write(
      `| ${endpoint.name} | ${bytes} | ${cells} | ${ratio.toFixed(2)} | ${endpoint.most ?? ''} | ${endpoint.goal} |\n`,
    );
  }
}

function check(rows) {
  for (const { endpoint, ratio } of rows) {
    if (endpoint.most === undefined || ratio <= endpoint.most * SLACK) continue;
    process.stdout.write(`${endpoint.name}: ${ratio.toFixed(2)} x ${BASE}, at most ${endpoint.most} x ${SLACK}\n`);
    process.exitCode = 1;
  }
}
