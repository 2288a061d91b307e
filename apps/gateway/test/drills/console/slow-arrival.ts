import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';

/** A proxy whose documents come in pieces, each let go by the caller; everything else comes whole, and no stream of events. */
export interface SlowProxy {
  readonly url: string;
  /** Lets the next piece go. @returns false where none waits */
  advance(): boolean;
  stop(): void;
}

const PIECES = 24;

export async function slowProxy(target: string): Promise<SlowProxy> {
  let letGo: (() => void) | undefined;
  const waiting = (): Promise<void> =>
    new Promise((resolve) => {
      letGo = resolve;
    });
  const server = createServer((request, response) => {
    void (async () => {
      const accept = request.headers.accept ?? '*/*';
      const answer = await fetch(target + request.url, { headers: { accept, 'accept-encoding': 'identity' } });
      const type = answer.headers.get('content-type') ?? '';
      if (type.startsWith('text/event-stream')) return stopReading(answer, response);
      response.writeHead(answer.status, { 'content-type': type });
      const pieces = type.startsWith('text/html')
        ? piecesOf(await answer.text())
        : [Buffer.from(await answer.arrayBuffer())];
      for (const [index, piece] of pieces.entries()) {
        if (index > 0) await waiting();
        response.write(piece);
      }
      response.end();
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    advance() {
      const next = letGo;
      letGo = undefined;
      next?.();
      return next !== undefined;
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function stopReading(answer: Response, response: ServerResponse): Promise<void> {
  await answer.body?.cancel();
  response.writeHead(204).end();
}

/** A document cut before some of the tags of its body. */
function piecesOf(html: string): readonly string[] {
  const tags = [...html.matchAll(/</g)].map((match) => match.index).filter((at) => at > html.indexOf('<body'));
  const every = Math.ceil(tags.length / PIECES);
  const cuts = [0, ...tags.filter((_, index) => index % every === every - 1), html.length];
  return cuts.slice(1).map((cut, index) => html.slice(cuts[index], cut));
}

/** Passes pieces on until the document is whole; before each one the page may paint the received part. */
export async function arriveSlowly(page: Page, proxy: SlowProxy, path: string): Promise<number> {
  let isLoaded = false;
  page.once('load', () => {
    isLoaded = true;
  });
  await page.goto(proxy.url + path, { waitUntil: 'commit' });
  let pieces = 0;
  while (!isLoaded) {
    // A page that must not paint yet has no frames: a time without one is enough.
    await page.evaluate(`new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve));
      setTimeout(resolve, 50);
    })`);
    if (proxy.advance()) pieces++;
  }
  return pieces;
}
