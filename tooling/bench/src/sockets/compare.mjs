// The price of a request beside a node:http that answers the same bytes, over sockets, both in one interleaved run:
// `node compare.mjs [--check] [--rounds N] [--only NAME] [--data DIR]`. CPU is measured on the server
// process; `--check` is short, and fails where a ratio is above its ceiling.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ENDPOINTS, MARGIN } from './endpoints.data.mjs';
import { cpuMsOf, mainThreadCpuMsOf, pin, rssMbOf } from './process-cpu.mjs';
import { headersOf, record, whenQuiet } from './record.mjs';
import { startGateway, startPeer } from './servers.mjs';

const { values: options } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    only: { type: 'string' },
    data: { type: 'string' },
  },
});
const ROUNDS = Number(options.rounds ?? (options.check ? 5 : 7));
const REQUESTS = 10_000;
/** Share of its requests that a check sends. */
const SHARE = options.check ? 0.25 : 1;
/** A check counts main threads alone, so that it bears forecasts that are still made, and begins after so many seconds. */
const WAIT_SECONDS = options.check ? 20 : 600;
const cpuOf = options.check ? mainThreadCpuMsOf : cpuMsOf;
/** How many times longer the first round is, which is not counted: code is compiled in it. */
const WARM_UP = options.check ? 6 : 1;
const CONNECTIONS = 16;
const SERVER_CORE = 0;
const CLIENT_CORE = Math.min(1, availableParallelism() - 1);

const folder = mkdtempSync(join(tmpdir(), 'loadcast-sockets-'));
const servers = [];
const client = fork(fileURLToPath(new URL('client-process.mjs', import.meta.url)));
try {
  pin(client.pid, CLIENT_CORE);
  const gateway = await startGateway({ folder, core: SERVER_CORE, data: options.data });
  servers.push(gateway);
  const isQuiet = await whenQuiet(gateway.pid, WAIT_SECONDS);
  if (!isQuiet) process.stdout.write('the gateway still makes forecasts: its figures are too high\n');
  const endpoints = ENDPOINTS.filter(({ name }) => name.includes(options.only ?? ''));
  const recorded = await record(gateway, endpoints, Date.now());
  const file = join(folder, 'recorded.json');
  writeFileSync(file, JSON.stringify(recorded));
  servers.push(await startPeer({ file, core: SERVER_CORE }));
  const rows = [];
  for (const [i, endpoint] of endpoints.entries()) rows.push(await measured(gateway, endpoint, recorded[i]));
  print(rows);
  process.stdout.write(`gateway: ${rssMbOf(gateway.pid).toFixed(0)} MB resident\n`);
  if (options.check) check(rows);
} finally {
  client.kill();
  await Promise.all(servers.map((server) => server.end()));
  rmSync(folder, { recursive: true, force: true });
}

/** In a check, a ratio above its ceiling is measured once more, and the lower one counts. */
async function measured(gateway, endpoint, row) {
  const first = await measure(gateway, endpoint, row);
  if (!options.check || isWithin(first)) return first;
  const second = await measure(gateway, endpoint, row);
  return second.ratio < first.ratio ? second : first;
}

function ceilingOf({ measured }) {
  return (measured * MARGIN).toFixed(2);
}

function isWithin({ endpoint, ratio }) {
  return ratio <= ceilingOf(endpoint);
}

/** CPU a request of each server, us: medians of rounds in which every server has its turn. */
async function measure(gateway, endpoint, row) {
  const requests = Math.ceil((endpoint.requests ?? REQUESTS) * SHARE);
  const cpuUs = servers.map(() => []);
  for (let round = -1; round < ROUNDS; round++) {
    const [{ etag }] = await record(gateway, [{ ...endpoint, path: row.path }], Date.now()); // a new forecast has a new one
    const asked = { path: row.path, headers: headersOf(endpoint, gateway.key, etag), connections: CONNECTIONS };
    for (const [i, server] of servers.entries()) {
      const sent = round < 0 ? requests * WARM_UP : requests;
      const before = cpuOf(server.pid);
      client.send({ ...asked, port: server.port, requests: sent });
      const [{ statuses, failure }] = await once(client, 'message');
      if (failure) throw new Error(`${server.name}, ${endpoint.name}: ${failure}`);
      const isRight = Object.keys(statuses).join() === String(row.status);
      if (!isRight) throw new Error(`${server.name} answered ${endpoint.name} with ${JSON.stringify(statuses)}`);
      if (round >= 0) cpuUs[i].push(((cpuOf(server.pid) - before) * 1_000) / requests);
    }
  }
  const [own, base] = cpuUs;
  const ratio = median(own.map((us, round) => us / base[round]));
  return { endpoint, bytes: Buffer.from(row.body, 'base64').length, medians: cpuUs.map(median), ratio };
}

function median(list) {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function print(rows) {
  const machine = `${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}`;
  const table = rows.map(({ endpoint, bytes, medians, ratio }) => {
    const cells = [...medians.map((us) => us.toFixed(1)), ratio.toFixed(2), endpoint.measured, ceilingOf(endpoint)];
    return `| ${[endpoint.name, bytes, ...cells].join(' | ')} |\n`;
  });
  process.stdout.write(
    `${machine}; ${ROUNDS} rounds, ${CONNECTIONS} connections\n` +
      'us of CPU a request\n| endpoint | bytes | gateway | node:http | ratio | measured | ceiling |\n' +
      `|${' --- |'.repeat(7)}\n${table.join('')}`,
  );
}

function check(rows) {
  for (const { endpoint, ratio } of rows.filter((row) => !isWithin(row))) {
    process.stdout.write(`${endpoint.name}: ${ratio.toFixed(2)} x node:http, at most ${ceilingOf(endpoint)}\n`);
    process.exitCode = 1;
  }
}
