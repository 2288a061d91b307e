import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { onTestFinished } from 'vitest';

/** A proxy of a company: it opens a tunnel to one port of this machine, whatever host it is asked for. */
export interface ConnectProxy {
  readonly url: string;
  /** What it was asked to connect to, with the credentials. */
  readonly asked: string[];
}

/** @param port the other end of every tunnel; undefined: tunnels are refused with 403 */
export async function startConnectProxy(port?: number): Promise<ConnectProxy> {
  const asked: string[] = [];
  const server = createServer((_request, response) => response.writeHead(400).end());
  server.on('connect', (request, socket) => {
    const [, credentials] = (request.headers['proxy-authorization'] ?? '').split(' ');
    const user = credentials === undefined ? '' : `${Buffer.from(credentials, 'base64')}@`;
    asked.push(`${user}${request.url}`);
    socket.on('error', () => undefined);
    if (port === undefined) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const upstream = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}
