import type { Server } from 'node:http';

/** How long requests under way may take to finish. */
export const DRAIN_MS = 8_000;

/**
 * Stops a server without cutting anyone off: no new connections, idle ones closed, busy ones given their answer.
 *
 * Every answer written from now on says `Connection: close`; what is still open after `DRAIN_MS` is cut.
 */
export async function drain(server: Server, drainMs = DRAIN_MS): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const idleSweep = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearInterval(idleSweep);
  clearTimeout(cut);
}
