import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Connections that wait until they are accepted, one a turn of the event loop; the system may allow fewer
 * (`net.core.somaxconn`). Callers beyond it wait a second and longer, or are reset: Node's own 511 are few for a
 * machine that is busy with large answers.
 */
const BACKLOG = 4_096;

/** Binds a server. @returns the address where it answers, without a slash at its end */
export async function listen(server: Server, port: number, host: string): Promise<string> {
  await once(server.listen({ port, host, backlog: BACKLOG }), 'listening');
  return `http://${reachableHost(host)}:${(server.address() as AddressInfo).port}`;
}

/** A host that a client on this machine can name: not the wildcard, IPv6 in brackets. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
