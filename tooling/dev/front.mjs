// What the browser talks to while developing: passes every request to the gateway, waits while that starts again, and has
// pages load themselves again after it did.
import { createServer, request } from 'node:http';

const SCRIPT = '/@dev/reload.js';
const CHANGES = '/@dev/changes';
/** A stream that breaks off is opened again by the browser itself. */
const RELOAD = `new EventSource('${CHANGES}').addEventListener('change', () => location.reload());\n`;
const TAG = `<script src="${SCRIPT}" defer></script></head>`;

/** @param {number} gatewayPort */
export function createFront(gatewayPort) {
  const readers = new Set();
  let released;
  let ready = Promise.resolve();

  const server = createServer(async (incoming, outgoing) => {
    if (incoming.url === SCRIPT) {
      outgoing.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' }).end(RELOAD);
    } else if (incoming.url === CHANGES) {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).write(':\n\n');
      readers.add(outgoing);
      outgoing.once('close', () => readers.delete(outgoing));
    } else {
      await ready;
      pass(gatewayPort, incoming, outgoing);
    }
  });
  return {
    server,
    hold() {
      if (!released) ready = new Promise((resolve) => (released = resolve));
    },
    release() {
      released?.();
      released = undefined;
      for (const reader of readers) reader.write('event: change\ndata:\n\n');
    },
    close() {
      released?.();
      server.close();
      server.closeAllConnections();
    },
  };
}

function pass(port, incoming, outgoing) {
  // Pages are changed on their way, so they come as they are.
  const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
  const onward = request({ port, host: '127.0.0.1', method: incoming.method, path: incoming.url, headers });
  onward.once('error', (error) => {
    if (!outgoing.headersSent) outgoing.writeHead(502, { 'content-type': 'text/plain' });
    outgoing.end(`the gateway did not answer: ${error.message}\n`);
  });
  onward.once('response', (answer) => {
    if (!/^text\/html/.test(answer.headers['content-type'] ?? '')) {
      outgoing.writeHead(answer.statusCode, answer.headers);
      answer.pipe(outgoing);
      return;
    }
    const chunks = [];
    answer.on('data', (chunk) => chunks.push(chunk));
    answer.once('end', () => {
      const { 'content-length': _length, 'transfer-encoding': _encoding, etag: _etag, ...rest } = answer.headers;
      const policy = String(rest['content-security-policy'] ?? '');
      // Pages without any script of their own forbid all: the one for reloading is let in.
      const withScript = policy.includes("default-src 'none'")
        ? { 'content-security-policy': `${policy}; script-src 'self'; connect-src 'self'` }
        : {};
      outgoing.writeHead(answer.statusCode, { ...rest, ...withScript, 'cache-control': 'no-store' });
      outgoing.end(Buffer.concat(chunks).toString().replace('</head>', TAG));
    });
  });
  incoming.pipe(onward);
}
