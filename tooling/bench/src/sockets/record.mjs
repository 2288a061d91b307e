import { once } from 'node:events';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMsOf } from './process-cpu.mjs';

/** The headers sent to every server: equally long for servers that read no key. */
export function headersOf({ headers = {}, isKnown = false }, key, etag) {
  const authorization = `Bearer ${key}`;
  return {
    ...{ Host: '127.0.0.1', Authorization: authorization, Accept: '*/*', ...headers },
    ...(isKnown ? { 'If-None-Match': etag } : {}),
  };
}

/**
 * What the gateway answers to each endpoint, as the yardstick is to answer it: a 304 with a 304.
 *
 * @returns rows of `path`, the whole answer's `etag`, and the answer's `status`, `headers` and `body`
 */
export async function record({ port, key }, endpoints, now) {
  const rows = [];
  for (const endpoint of endpoints) {
    const path = typeof endpoint.path === 'function' ? endpoint.path(now) : endpoint.path;
    const plain = await exchange(port, path, headersOf({ ...endpoint, isKnown: false }, key));
    const { etag } = plain.headers;
    const answer = endpoint.isKnown ? await exchange(port, path, headersOf(endpoint, key, etag)) : plain;
    const status = endpoint.isKnown ? 304 : 200;
    if (plain.status !== 200 || answer.status !== status) throw new Error(`${path}: ${answer.status} ${answer.body}`);
    const headers = Object.entries(answer.headers).filter(([name]) => !OF_THE_SERVER.has(name));
    if (status === 200) headers.push(['content-length', String(answer.body.length)]);
    rows.push({ path, etag, status, headers: headers.flat(), body: answer.body.toString('base64') });
  }
  return rows;
}

/** Node writes these itself. */
const OF_THE_SERVER = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']);

async function exchange(port, path, headers) {
  const [answer] = await once(request({ host: '127.0.0.1', port, path, headers, agent: false }).end(), 'response');
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
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
