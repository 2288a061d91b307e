import { createServer, type Server } from 'node:http';
import type { Readiness } from './probes.js';

/** What the operator's port tells. None of it needs a key: it listens on this machine only. */
export interface AdminFacts {
  /** Whether requests can be served: the store answers and a forecast is there. Else what is missing. */
  readiness(): Readiness;
  /** Prometheus text. */
  metrics(): string | Promise<string>;
}

/** `/livez`, `/readyz` and `/metrics`. */
export function createAdminServer(facts: AdminFacts): Server {
  return createServer(async (request, response) => {
    const send = (status: number, type: string, body: string) => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    };
    try {
      switch (request.url) {
        case '/livez':
          return send(200, 'application/json', '{"status":"ok"}\n');
        case '/readyz': {
          const readiness = facts.readiness();
          return send(readiness.ready ? 200 : 503, 'application/json', `${JSON.stringify(readiness)}\n`);
        }
        case '/metrics':
          return send(200, 'text/plain; version=0.0.4; charset=utf-8', await facts.metrics());
        default:
          return send(404, 'application/json', '{"paths":["/livez","/readyz","/metrics"]}\n');
      }
    } catch (error) {
      send(500, 'text/plain', `${error instanceof Error ? error.message : String(error)}\n`);
    }
  });
}
