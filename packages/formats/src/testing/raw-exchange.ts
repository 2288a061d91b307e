import { connect } from 'node:net';

/** One answer as it came over the wire. */
export interface RawAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A connection on which nothing comes for so long is taken as one that the server forgot. */
const FORGOTTEN_MS = 60_000;

/**
 * Sends bytes unchanged to 127.0.0.1 and reads the reply until the server closes: for requests that no HTTP client
 * would send. A last request that is in order says `Connection: close`.
 *
 * @param bytes one byte per character (latin1)
 * @throws {Error} the server does not close
 */
export function rawExchange(port: number, bytes: string): Promise<RawAnswer[]> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.setTimeout(FORGOTTEN_MS, () => socket.destroy(new Error('the server does not close the connection')));
    socket.on('connect', () => socket.write(bytes, 'latin1'));
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
    socket.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? undefined : reject(error)));
    socket.on('close', () => resolve(parseAnswers(received)));
  });
}

/** Answers back to back. Bodies are read by Content-Length; without one, up to the end. */
function parseAnswers(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = text;
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) break;
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    );
    const length = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY);
    const bodyEnd = end + 4 + length;
    answers.push({ status: Number(statusLine.split(' ')[1]), headers, body: rest.slice(end + 4, bodyEnd) });
    rest = Number.isFinite(bodyEnd) ? rest.slice(bodyEnd) : '';
  }
  return answers;
}
