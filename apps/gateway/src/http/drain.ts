import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { Connections } from '@loadcast/formats/node';

const DRAIN_MS = 8_000;
/** Longest time in which connections that keep coming are accepted before the server closes: a busy machine is seldom quiet for a turn. */
const ACCEPT_MS = 5_000;

/** How long nobody may connect before the server closes, and how long its last turn of the loop may be. */
const QUIET_MS = 100;
const SHORT_TURN_MS = 0.2;

export interface DrainOptions {
  /**
   * Requests are still accepted for this long: a load balancer needs it to see that readiness is gone. Answers say
   * `Connection: close` meanwhile, so that callers leave by themselves.
   */
  readonly delayMs?: number;
  /** Connections still open after this long are cut. */
  readonly drainMs?: number;
  /** Called with the promise that answers are to wait for: callers who connect again only after an answer leave the port quiet. */
  readonly holdAnswers?: (until: Promise<void>) => void;
}

/**
 * Stops a server without losing a request: readiness is gone already, connections are accepted for `delayMs` more, and then
 * until nobody connects, while answers are held. Busy ones are given their answer, idle ones closed.
 *
 * An idle connection is closed only after a full turn of the loop's poll phase without a request on it: one that was
 * sent before the close is read first.
 */
export async function drain(
  server: Server,
  connections: Pick<Connections, 'closeUnused'>,
  { delayMs = 0, drainMs = DRAIN_MS, holdAnswers }: DrainOptions = {},
): Promise<void> {
  if (!server.listening) return;
  if (delayMs > 0) await sleep(delayMs);
  let release = () => {};
  holdAnswers?.(new Promise((resolve) => (release = resolve)));
  await acceptWaiting(server);
  // `server.close()` of node:http is not used: it closes idle connections at once, with requests that are on their way.
  const closed = new Promise<'closed'>((resolve) => NetServer.prototype.close.call(server, () => resolve('closed')));
  release();
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
 * Accepts what waits in the backlog, one connection a turn of the loop: the system resets it when the server closes. It ends when
 * nobody has connected for a while, after a turn that was short: a connection that comes in a long one is not seen before the next.
 */
async function acceptWaiting(server: Server): Promise<void> {
  const until = performance.now() + ACCEPT_MS;
  let quietSince = performance.now();
  const accepted = () => {
    quietSince = performance.now();
  };
  server.on('connection', accepted);
  for (let begunAt = quietSince; begunAt < until; ) {
    await turn(); // to the check phase,
    await turn(); // and once through the poll phase
    const now = performance.now();
    if (now - begunAt <= SHORT_TURN_MS && now - quietSince >= QUIET_MS) break;
    begunAt = now;
  }
  server.off('connection', accepted);
}
