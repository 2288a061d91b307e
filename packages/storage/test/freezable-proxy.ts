import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy that stops like a server whose machine has died: no data, no reset, connections accepted. */
export interface FreezableProxy {
  readonly port: number;
  /** From now on nothing passes and nothing is closed. */
  freeze(): void;
  /** Passes data again, on new connections only. */
  thaw(): void;
  /** Closes the server's side of all connections, as a server that died and came back would; callers see nothing. */
  dropUpstream(): void;
  close(): Promise<void>;
}

export async function startFreezableProxy(host: string, port: number): Promise<FreezableProxy> {
  const callers = new Set<Socket>();
  const upstreams = new Set<Socket>();
  let frozen = false;
  const server = createServer((caller) => {
    callers.add(caller);
    caller.on('error', () => undefined);
    if (frozen) return;
    const upstream = connect(port, host);
    upstreams.add(upstream);
    upstream.on('error', () => undefined);
    caller.on('data', (chunk) => void (frozen || upstream.write(chunk)));
    upstream.on('data', (chunk) => void (frozen || caller.write(chunk)));
    caller.on('close', () => void (frozen || upstream.destroy()));
    upstream.on('close', () => void (frozen || caller.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    freeze() {
      frozen = true;
    },
    thaw() {
      frozen = false;
    },
    dropUpstream() {
      for (const socket of upstreams) socket.destroy();
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of [...callers, ...upstreams]) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
