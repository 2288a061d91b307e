import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { Connections } from '@loadcast/formats/node';

/** How long requests under way may take to finish. */
const DRAIN_MS = 8_000;
/** Longest time in which connections that keep coming are accepted before the server closes: a busy machine is seldom quiet for a turn. */
const ACCEPT_MS = 5_000;

/** A turn of the loop in which nothing was answered. */
const SHORT_TURN_MS = 0.2;

export interface DrainOptions {
  /**
   * Requests are still accepted for this long: a load balancer needs it to see that readiness is gone. Answers say
   * `Connection: close` meanwhile, so that callers leave by themselves.
   */
  readonly delayMs?: number;
  /** Connections still open after this long are cut. */
  readonly drainMs?: number;
}

/**
 * Stops a server without losing a request: readiness is gone already, connections are accepted for `delayMs` more, then
 * no new ones, busy ones given their answer, idle ones closed.
 *
 * An idle connection is closed only after a full turn of the loop's poll phase without a request on it: one that was
 * sent before the close is read first.
 */
export async function drain(
  server: Server,
  connections: Pick<Connections, 'closeUnused'>,
  { delayMs = 0, drainMs = DRAIN_MS }: DrainOptions = {},
): Promise<void> {
  if (!server.listening) return;
  if (delayMs > 0) await sleep(delayMs);
  await acceptWaiting(server);
  // `server.close()` of node:http is not used: it closes idle connections at once, with requests that are on their way.
  const closed = new Promise<'closed'>((resolve) => NetServer.prototype.close.call(server, () => resolve('closed')));
  const cut = setTimeout(() => server.closeAllConnections(), drainMs);
  // Idle connections are closed again and again, since busy ones become idle.
  do {
    await turn(); // to the check phase,
    await turn(); // and once through the poll phase: requests that had arrived are being answered now
    server.closeIdleConnections();
    connections.closeUnused();
  } while (!(await Promise.race([closed, sleep(20, undefined, { ref: false })])));
  clearTimeout(cut);
}

/**
 * Accepts what waits in the backlog, one connection a turn of the loop: the system resets it when the server closes. It ends after a
 * turn that was short too: a connection that comes while others are being answered is not seen before the next turn.
 */
async function acceptWaiting(server: Server): Promise<void> {
  const until = performance.now() + ACCEPT_MS;
  let hasAccepted = true;
  let turnMs = Number.POSITIVE_INFINITY;
  const accepted = () => {
    hasAccepted = true;
  };
  server.on('connection', accepted);
  while ((hasAccepted || turnMs > SHORT_TURN_MS) && performance.now() < until) {
    hasAccepted = false;
    const begunAt = performance.now();
    await turn(); // to the check phase,
    await turn(); // and once through the poll phase
    turnMs = performance.now() - begunAt;
  }
  server.off('connection', accepted);
}
