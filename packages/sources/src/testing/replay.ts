import type { Exchange } from '../live/exchange.js';
import { type ScriptedServer, startScriptedServer } from './scripted-server.js';

/** Recorded answers, served again on 127.0.0.1: each to the question that it was an answer to, and 404 to any other. */
export function startReplay(exchanges: readonly Exchange[], key = ''): Promise<ScriptedServer> {
  const recorded = new Map(exchanges.map((exchange) => [exchange.url, exchange]));
  return startScriptedServer((request, response) => {
    const url = key === '' ? (request.url ?? '') : (request.url ?? '').replaceAll(key, '[key]');
    const exchange = recorded.get(url);
    if (!exchange) return void response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
    const own = `http://${request.headers.host}`;
    const origin = /"forecastGridData":"(https?:\/\/[^/"]+)/.exec(exchange.body)?.[1];
    const body = origin === undefined ? exchange.body : exchange.body.replaceAll(origin, own);
    return void response.writeHead(exchange.status, exchange.headers).end(body);
  });
}
