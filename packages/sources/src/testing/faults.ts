import { gzipSync } from 'node:zlib';
import { type Handler, sendJson } from './scripted-server.js';

/** What upstreams do when they fail, each as a handler for `failNext`. */
export const upstreamFaults = {
  /** An error status in the shape of EIA's gateway. */
  status(code: number, headers: Readonly<Record<string, string>> = {}): Handler {
    return (_request, response) => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      sendJson(response, { error: { code: 'OVER_RATE_LIMIT', message: 'You have exceeded your rate limit.' } }, code);
    };
  },
  /** A web page, and yet status 200. */
  page(): Handler {
    return (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Down for maintenance</body></html>');
    };
  },
  /** Any text under the name of JSON. */
  body(text: string): Handler {
    return (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(text);
    };
  },
  /** Takes the request and never says a word. */
  silent(): Handler {
    return () => {};
  },
  /** Sends the headers, then a byte every so often, for ever. */
  drip(everyMs: number): Handler {
    return (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), everyMs);
      response.on('close', () => clearInterval(timer));
    };
  },
  /** Zeros without end. */
  flood(): Handler {
    return (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const block = Buffer.alloc(65_536, 0x20);
      const pour = (): void => {
        while (!response.destroyed && response.write(block));
      };
      response.on('drain', pour);
      pour();
    };
  },
  /** Little on the wire, `bytes` after inflation. */
  gzipBomb(bytes: number): Handler {
    return (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(gzipSync(Buffer.alloc(bytes, 0x20)));
    };
  },
  /** A gzip stream that stops in the middle. */
  cutGzip(): Handler {
    return (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(gzipSync(JSON.stringify({ response: { total: 0, data: [] } })).subarray(0, 20));
    };
  },
  redirect(location: string): Handler {
    return (_request, response) => {
      response.writeHead(302, { location }).end();
    };
  },
  /** Hangs up in the middle of a reply. */
  hangUp(): Handler {
    return (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"response":', () => response.destroy());
    };
  },
} as const;
