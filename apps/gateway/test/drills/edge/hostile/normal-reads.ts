import { Agent, get } from 'node:http';
import { count, type HostilePlan, type ReadsReport, type Tally } from './plan.js';

const PATHS = [
  '/v1/demand/forecast?region=PJM',
  '/v1/demand/forecast?region=CAISO&horizon=7d',
  '/v1/demand/latest?region=NYISO',
  '/v1/demand/history?region=ERCOT',
  '/v1/demand/forecast?region=MISO&horizon=15d',
  '/v1/demand/latest?region=SPP',
];
/** Callers wait for their answers: without a bound a slow machine only measures its own queue. */
const MOST_AT_ONCE = 100;

/** Where, as whom and how often to read. */
export type ReadsPlan = Pick<HostilePlan, 'url' | 'readerKeys' | 'readsPerSecond'>;

/** Reads at a steady pace, on connections that are kept, until it is over. */
export async function readNormally(plan: ReadsPlan, isOver: (elapsedMs: number) => boolean): Promise<ReadsReport> {
  const agent = new Agent({ keepAlive: true, maxSockets: MOST_AT_ONCE });
  const outcomes: Tally = {};
  const latencies: number[] = [];
  const underWay = new Set<Promise<void>>();
  const startedAt = performance.now();
  let asked = 0;

  const read = async (): Promise<void> => {
    const path = PATHS[asked % PATHS.length]!;
    const key = plan.readerKeys[asked % plan.readerKeys.length]!;
    const sentAt = performance.now();
    count(outcomes, await statusOf(`${plan.url}${path}`, key, agent));
    latencies.push(performance.now() - sentAt);
  };
  for (;;) {
    const elapsedMs = performance.now() - startedAt;
    if (isOver(elapsedMs)) break;
    const due = Math.floor((elapsedMs / 1000) * plan.readsPerSecond);
    if (asked >= due || underWay.size >= MOST_AT_ONCE) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      continue;
    }
    const reading = read().finally(() => underWay.delete(reading));
    underWay.add(reading);
    asked++;
  }
  await Promise.all(underWay);
  const seconds = (performance.now() - startedAt) / 1000;
  agent.destroy();
  latencies.sort((a, b) => a - b);
  const quantile = (q: number): number =>
    latencies[Math.min(latencies.length - 1, Math.floor(q * latencies.length))] ?? 0;
  return { outcomes, perSecond: asked / seconds, p50: quantile(0.5), p99: quantile(0.99), max: quantile(1) };
}

/** The status of an answer that came whole, and whether a proxy made it; otherwise the code of the failure. */
function statusOf(url: string, key: string, agent: Agent): Promise<number | string> {
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException): void => resolve(error.code ?? 'failed');
    const request = get(url, { agent, headers: { authorization: `Bearer ${key}` } }, (response) => {
      response.resume();
      response.once('end', () => {
        const isOurs = response.headers['x-request-id'] !== undefined;
        resolve(isOurs ? (response.statusCode ?? 'failed') : `${response.statusCode} of a proxy`);
      });
      response.once('error', failed);
    });
    request.once('error', failed);
  });
}
