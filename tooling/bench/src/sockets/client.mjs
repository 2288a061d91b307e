import { connect } from 'node:net';

/**
 * Asks one path again and again over kept connections, each with one request under way.
 *
 * @param request the request as it goes over the wire
 * @param requests how many in all
 * @returns how many answers had each status
 */
export async function ask({ port, request, requests, connections }) {
  const statuses = new Map();
  let started = 0;

  await Promise.all(Array.from({ length: connections }, () => one()));
  return Object.fromEntries(statuses);

  function one() {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      let answer = new Answer();
      const next = () => {
        if (started >= requests) {
          socket.end();
          resolve();
          return;
        }
        started++;
        socket.write(request);
      };
      socket.once('connect', next);
      socket.once('error', reject);
      socket.once('close', () => reject(new Error(`the connection was closed: ${answer.head ?? 'no answer'}`)));
      socket.on('data', (chunk) => {
        if (!answer.add(chunk)) return;
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        answer = new Answer();
        next();
      });
    });
  }
}

/** One answer as its bytes come. */
class Answer {
  head;
  status = 0;
  #bytes = Buffer.alloc(0);
  #left = 0;
  #isChunked = false;

  /** @returns whether the answer is complete */
  add(chunk) {
    if (this.head === undefined) {
      this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]);
      const end = this.#bytes.indexOf('\r\n\r\n');
      if (end < 0) return false;
      this.head = this.#bytes.latin1Slice(0, end);
      this.status = Number(this.head.slice(9, 12));
      this.#isChunked = /\r\ntransfer-encoding: chunked/i.test(this.head);
      const isBodiless = this.status === 304 || this.status === 204;
      this.#left = isBodiless ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(this.head)?.[1] ?? 0);
      chunk = this.#bytes.subarray(end + 4);
    }
    if (this.#isChunked) {
      this.#bytes = Buffer.concat([this.#bytes.subarray(-4), chunk]);
      return this.#bytes.subarray(-5).latin1Slice() === '0\r\n\r\n';
    }
    this.#left -= chunk.length;
    return this.#left <= 0;
  }
}
