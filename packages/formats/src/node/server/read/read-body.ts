import type { IncomingMessage, ServerResponse } from 'node:http';
import { refusalError } from '../refusal.js';
import { LeanMessage } from './lean-message.js';

/** Reads the body of a request, if it is not larger. @throws {ServiceError} `payload_too_large`, `bad_request`, `request_timeout` */
export type ReadBody = (mostBytes: number) => Promise<Uint8Array>;

/** The body of one request: read once, or not at all. */
export interface RequestBody {
  readonly read: ReadBody;
  /** Ends reading, now or whenever it begins: the rest will not come. */
  fail(reason: Error): void;
}

/**
 * The body of a request. `Expect: 100-continue` is granted at the first read of the body.
 *
 * How long a caller may take for it is the server's `requestTimeout`: the listener calls `fail`.
 */
export function requestBody(message: IncomingMessage, response: ServerResponse): RequestBody {
  let failure: Error | undefined;
  let reject: ((reason: Error) => void) | undefined;

  async function collect(mostBytes: number): Promise<Uint8Array> {
    const declared = Number(message.headers['content-length'] ?? 0);
    const tooLarge = () =>
      refusalError({ code: 'payload_too_large', what: 'body', expected: `at most ${mostBytes} bytes` });
    if (declared > mostBytes) throw tooLarge();
    if (message.headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
    const chunks: Uint8Array[] = [];
    let length = 0;
    if (message instanceof LeanMessage && message.isBodiless) return Buffer.concat(chunks);
    for await (const chunk of message.iterator({ destroyOnReturn: false })) {
      length += chunk.length;
      if (length > mostBytes) throw tooLarge();
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }

  return {
    read: (mostBytes) =>
      new Promise((resolve, refuse) => {
        if (failure) return refuse(failure);
        reject = refuse;
        collect(mostBytes).then(resolve, refuse);
      }),
    fail(reason) {
      failure = reason;
      reject?.(reason);
    },
  };
}
