import { createServer, type Server } from 'node:http';
import { isOperatorHost } from './operator-host.js';
import { probesOf, type Readiness } from './probes.js';

/** What the operator's port serves. None of it needs a key: it listens on this machine only. */
export interface AdminFacts {
  /** Whether requests can be served: the store answers and a forecast is there. Otherwise it names the missing part. */
  readiness(): Readiness;
  /** Prometheus text. */
  metrics(): string | Promise<string>;
  /** Names with a dot that callers may use for this port. */
  readonly names: readonly string[];
}

/** `/livez`, `/readyz` and `/metrics`. */
export function createAdminServer(facts: AdminFacts): Server {
  const probes = probesOf(facts.readiness, { showsFindings: true });
  const paths = [...probes.keys(), '/metrics'];
  return createServer(async (request, response) => {
    const send = (status: number, type: string, body: string) => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    };
    const sendJson = (status: number, body: object) => send(status, 'application/json', `${JSON.stringify(body)}\n`);
    if (!isOperatorHost(request.headers.host, facts.names)) return send(421, 'text/plain', WRONG_HOST);
    try {
      const probe = probes.get(request.url ?? '')?.();
      if (probe) sendJson(probe.status, probe.body);
      else if (request.url !== '/metrics') sendJson(404, { paths });
      else send(200, 'text/plain; version=0.0.4; charset=utf-8', await facts.metrics());
    } catch (error) {
      send(500, 'text/plain', `${error instanceof Error ? error.message : String(error)}\n`);
    }
  });
}

const WRONG_HOST =
  'The Host header is not a name of this port. Use its IP address, localhost, the name of ADMIN_HOST or of this machine.\n';
