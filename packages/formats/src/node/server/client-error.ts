import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Arrival } from './read/read-request.js';
import { type Refusal, refusalReply } from './refusal.js';
import { securityHeaders } from './security-headers.js';

const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: { code: 'header_too_large', what: 'headers', expected: 'at most 16 KiB' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { code: 'bad_request', what: 'body', expected: 'no chunk extensions' },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'request_timeout', what: 'request', expected: 'all of it within 10 seconds' },
  HPE_INVALID_METHOD: { code: 'not_implemented', what: 'method', expected: 'GET, HEAD or OPTIONS' },
};
const MALFORMED: Refusal = { code: 'bad_request', what: 'request', expected: 'well-formed HTTP/1.1' };

export function refusalOfClientError(error: Error & { code?: string; rawPacket?: Uint8Array }): Refusal {
  const isText = /^[A-Za-z]/.test(String.fromCharCode(error.rawPacket?.[0] ?? 0));
  if (error.code === 'HPE_INVALID_METHOD' && !isText) return MALFORMED; // a TLS hello has no method
  return REFUSALS[error.code ?? ''] ?? MALFORMED;
}

/**
 * Writes an answer to a request that Node could not parse, then closes: there is no ServerResponse to write it with.
 *
 * @returns bytes of body handed over; 0 when no one could read them
 */
export function writeRefusal(socket: Duplex, refusal: Refusal, arrival: Arrival): number {
  if (!socket.writable) {
    socket.destroy();
    return 0;
  }
  const { status, headers, body } = refusalReply(refusal, arrival);
  const text = String(body);
  const lines = Object.entries({
    ...securityHeaders(arrival.baseUrl),
    ...headers,
    'x-request-id': arrival.requestId,
    date: new Date(arrival.receivedAt).toUTCString(),
    'content-length': String(Buffer.byteLength(text)),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`, () => socket.destroy());
  return Buffer.byteLength(text);
}
