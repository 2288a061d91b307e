// Latency of forecast reads at a constant rate, while it polls and issues as it has started, quiet, and while reports are rendered,
// beside a node:http that answers the same: `node latency.mjs [--rate N] [--seconds N] [--data DIR]`. What the machine does besides is
// in both, and in no stall: those are turns of the gateway's event loop that computed for more than 10 ms. With `--data`
// there may be nothing left to issue.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ask } from './client.mjs';
import { askAtRate } from './constant-rate.mjs';
import { ENDPOINTS } from './endpoints.data.mjs';
import { pin, rssMbOf } from './process-cpu.mjs';
import { record, requestText, whenQuiet } from './record.mjs';
import { startGateway, startPeer } from './servers.mjs';

const { values: options } = parseArgs({
  options: { rate: { type: 'string' }, seconds: { type: 'string' }, data: { type: 'string' } },
});
const perSecond = Number(options.rate ?? 1_000);
const seconds = Number(options.seconds ?? 10);
const FORECAST = ENDPOINTS.find(({ name }) => name === 'forecast');
const REPORT = ENDPOINTS.find(({ name }) => name === 'report of past days');

pin(process.pid, Math.min(1, availableParallelism() - 1)); // the benchmark measures the gateway's core, not a share of it

const folder = mkdtempSync(join(tmpdir(), 'loadcast-latency-'));
const servers = [];
try {
  const gateway = await startGateway({ folder, core: 0, data: options.data, probes: true });
  servers.push(gateway);
  const [forecast] = await firstAnswer(gateway);
  const request = requestText(FORECAST, forecast.path, gateway.key);

  process.stdout.write(
    `${cpus()[0]?.model}, ${cpus().length} cores, load ${loadavg()[0].toFixed(1)}, Node ${process.version}; ${perSecond} a second for ${seconds} s\n`,
  );
  process.stdout.write(
    '| server | meanwhile | p50 ms | p99 ms | most ms | not 200 | stalls | longest turn, ms of CPU | event loop late, most ms | resident MB |\n' +
      `|${' --- |'.repeat(10)}\n`,
  );
  const print = async (server, meanwhile) => {
    await server.stalls?.();
    const { tookMs, failures } = await askAtRate({ port: server.port, request, perSecond, seconds });
    const share = (part) => tookMs[Math.min(tookMs.length - 1, Math.floor(part * tookMs.length))].toFixed(2);
    const since = await server.stalls?.();
    const loop = since ? `${since.stalls} | ${since.mostMs.toFixed(1)} | ${since.lateMs.toFixed(1)}` : ' | | ';
    const residentMb = rssMbOf(server.pid).toFixed(0);
    process.stdout.write(
      `| ${server.name} | ${meanwhile} | ${share(0.5)} | ${share(0.99)} | ${share(1)} | ${failures} | ${loop} | ${residentMb} |\n`,
    );
  };
  await print(gateway, 'it polls and issues, having started');
  if (!(await whenQuiet(gateway.pid, 600))) process.stdout.write('the gateway still makes forecasts\n');
  const rows = await record(gateway, [FORECAST, REPORT], Date.now());
  const [, report] = rows;
  const file = join(folder, 'recorded.json');
  writeFileSync(file, JSON.stringify(rows));
  const peer = await startPeer({ file, core: 0 });
  servers.push(peer);
  await print(peer, 'nothing else');
  await print(gateway, 'nothing else');
  const reports = rendering(gateway, report.path);
  await print(gateway, 'reports are rendered');
  process.stdout.write(`reports rendered meanwhile: ${await reports.stop()}\n`);
  await print(peer, 'nothing else');
} finally {
  await Promise.all(servers.map((server) => server.end()));
  rmSync(folder, { recursive: true, force: true });
}

/** Asks until the first forecast is there. */
async function firstAnswer(gateway) {
  for (;;) {
    try {
      return await record(gateway, [FORECAST], Date.now());
    } catch (notYet) {
      if (performance.now() > 300_000) throw notYet;
      await sleep(250);
    }
  }
}

/** Asks for reports, each of another query, on two connections, until it is stopped. */
function rendering({ port, key }, path) {
  let isStopped = false;
  let rendered = 0;
  const one = async () => {
    while (!isStopped) {
      const request = requestText(REPORT, `${path}&n=${++rendered}`, key); // a name that is ignored
      const { statuses } = await ask({ port, request, requests: 1, connections: 1 });
      if (!statuses[200]) throw new Error(`a report was answered with ${JSON.stringify(statuses)}`);
    }
  };
  const both = Promise.all([one(), one()]);
  return {
    /** @returns how many were rendered */
    async stop() {
      isStopped = true;
      await both;
      return rendered;
    },
  };
}
