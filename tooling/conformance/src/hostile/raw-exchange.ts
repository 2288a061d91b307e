import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** Status lines of the replies, with the whole text. */
export interface RawAnswers {
  readonly statuses: readonly number[];
  readonly text: string;
}

const FIRST_BYTE_MS = 15_000;
const QUIET_MS = 300;

function connectTo(base: string): Socket {
  const { protocol, hostname: host, port } = new URL(base);
  return protocol === 'https:'
    ? connectTls({ host, port: Number(port || 443), servername: host })
    : connect({ host, port: Number(port || 80) });
}

/**
 * Sends bytes as they are, reads until the server closes or is quiet, and closes: for requests that no HTTP client would
 * send.
 *
 * @param bytes one byte per character (latin1)
 */
export function rawExchange(base: string, bytes: string): Promise<RawAnswers> {
  return new Promise((resolve, reject) => {
    const socket = connectTo(base);
    let text = '';
    socket.setTimeout(FIRST_BYTE_MS, () => socket.destroy());
    socket.write(bytes, 'latin1');
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      socket.setTimeout(QUIET_MS);
    });
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? undefined : reject(error),
    );
    socket.on('close', () => {
      const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
      resolve({ statuses, text });
    });
  });
}

/** Sends a part of a request and hangs up. */
export function hangUp(base: string, bytes: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connectTo(base);
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
    socket.write(bytes, 'latin1', () => socket.destroy());
  });
}
