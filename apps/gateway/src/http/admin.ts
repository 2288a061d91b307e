import { createServer, type Server } from 'node:http';
import { isOperatorHost } from './operator-host.js';
import { type Probe, probesOf, type Readiness } from './probes.js';

/** What the operator's port serves. None of it needs a key: it listens on this machine only. */
export interface AdminFacts {
  /** Whether requests can be served: the store answers and a forecast is there. Otherwise it names the missing part. */
  readiness(): Readiness;
  metrics(): string | Promise<string>;
  /** Names with a dot that callers may use for this port. */
  readonly names: readonly string[];
}

interface AdminAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const PROMETHEUS = 'text/plain; version=0.0.4; charset=utf-8';

const jsonAnswer = ({ status, body }: Probe): AdminAnswer => ({
  status,
  type: 'application/json',
  body: `${JSON.stringify(body)}\n`,
});
const textAnswer = (status: number, text: string): AdminAnswer => ({ status, type: 'text/plain', body: `${text}\n` });

/** `/livez`, `/readyz` and `/metrics`. */
export function createAdminServer(facts: AdminFacts): Server {
  const probes = [...probesOf(facts.readiness, { showsFindings: true })];
  const endpoints = new Map<string, () => AdminAnswer | Promise<AdminAnswer>>([
    ...probes.map(([path, probe]) => [path, () => jsonAnswer(probe())] as const),
    ['/metrics', async () => ({ status: 200, type: PROMETHEUS, body: await facts.metrics() })],
  ]);
  const answer = (host: string | undefined, path: string) => {
    if (!isOperatorHost(host, facts.names)) return textAnswer(421, WRONG_HOST);
    return endpoints.get(path)?.() ?? jsonAnswer({ status: 404, body: { paths: [...endpoints.keys()] } });
  };
  return createServer(async ({ headers, url = '' }, response) => {
    const { status, type, body } = await Promise.resolve()
      .then(() => answer(headers.host, url))
      .catch((error: unknown) => textAnswer(500, error instanceof Error ? error.message : String(error)));
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
  });
}

const WRONG_HOST =
  'The Host header is not a name of this port. Use its IP address, localhost, the name of ADMIN_HOST or of this machine.';
