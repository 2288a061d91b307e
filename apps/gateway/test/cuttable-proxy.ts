import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '../../../tooling/testing/free-port.js';

/** A way to a server that can be cut and mended, as a network or the server itself would. */
export interface CuttableProxy {
  readonly port: number;
  /** Breaks every connection and refuses new ones. */
  cut(): Promise<void>;
  restore(): Promise<void>;
  close(): Promise<void>;
}

export async function startProxy(host: string, port: number): Promise<CuttableProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(port, host);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  const own = await freePort();
  await listen(own);
  return { port: own, cut, restore: () => listen(own), close: async () => (server.listening ? cut() : undefined) };
}
