import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Answer } from './client.mjs';
import { cpuMsOf } from './process-cpu.mjs';

/** The request sent to every server: equally long for servers that read no key. */
export function requestText({ headers = {}, isKnown = false }, path, key, etag) {
  const fields = {
    Host: '127.0.0.1',
    Authorization: `Bearer ${key}`,
    Accept: '*/*',
    ...headers,
    ...(isKnown ? { 'If-None-Match': etag } : {}),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/**
 * What the gateway answers to each endpoint, as other servers are to answer it. These know no entity tags: the yardstick
 * of a 304 is the whole answer.
 *
 * @returns rows of `path`, `etag`, the gateway's `status`, and of the whole answer `headers`, `fields` and `body`
 */
export async function record({ port, key }, endpoints, now) {
  const rows = [];
  for (const endpoint of endpoints) {
    const path = typeof endpoint.path === 'function' ? endpoint.path(now) : endpoint.path;
    const plain = await exchange(port, requestText({ ...endpoint, isKnown: false }, path, key));
    const { etag } = plain.headers;
    const status = endpoint.isKnown ? 304 : 200;
    const answer = await exchange(port, requestText(endpoint, path, key, etag));
    if (plain.status !== 200 || answer.status !== status) throw new Error(`${path}: ${answer.status} ${answer.body}`);
    const own = Object.entries(plain.headers).filter(([name]) => !OF_THE_SERVER.has(name));
    const headers = [...own, ['content-length', String(plain.body.length)]];
    const body = plain.body.toString('base64');
    rows.push({ path, etag, status, headers: headers.flat(), fields: Object.fromEntries(headers), body });
  }
  return rows;
}

/** Node writes these itself. */
const OF_THE_SERVER = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']);

function exchange(port, request) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const answer = new Answer();
    const chunks = [];
    socket.once('error', reject);
    socket.once('connect', () => socket.write(request));
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (!answer.add(chunk)) return;
      socket.destroy();
      const bytes = Buffer.concat(chunks);
      const headers = Object.fromEntries(
        answer.head
          .split('\r\n')
          .slice(1)
          .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
      );
      const body = bytes.subarray(answer.head.length + 4);
      resolve({ status: answer.status, headers, body: headers['transfer-encoding'] ? unchunked(body) : body });
    });
  });
}

function unchunked(bytes) {
  const parts = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at);
    const length = Number.parseInt(bytes.latin1Slice(at, end), 16);
    if (!(length > 0)) return Buffer.concat(parts);
    parts.push(bytes.subarray(end + 2, end + 2 + length));
    at = end + 2 + length + 2;
  }
}

const QUIET_MS = 60;

/** Waits until a process uses less than 60 ms of CPU in a second and a half: its first forecasts are made. @returns whether it does */
export async function whenQuiet(pid, mostSeconds) {
  const until = performance.now() + mostSeconds * 1_000;
  while (performance.now() < until) {
    const before = cpuMsOf(pid);
    await sleep(1_500);
    if (cpuMsOf(pid) - before < QUIET_MS) return true;
  }
  return false;
}
