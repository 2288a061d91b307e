import type { EpochMs } from '@loadcast/core';
import type { Agent, Dispatcher } from 'undici';
import { isThisMachine } from './base-url.js';
import { retryAfterMs } from './retry-after.js';
import { UpstreamError } from './upstream-error.js';

export type HttpReply = Dispatcher.ResponseData;
export type HttpRequest = Partial<Pick<Dispatcher.RequestOptions, 'method' | 'body' | 'headers' | 'signal'>>;

/** Connections to an upstream. */
export interface HttpAgent {
  request(url: URL | string, request: HttpRequest): Promise<HttpReply>;
  /** How long a reply asks to wait; undefined: it does not. */
  retryAfterMs(reply: HttpReply, now: EpochMs): number | undefined;
  /** Closes all open connections at once. */
  destroy(): Promise<void>;
}

export interface HttpAgentOptions extends Agent.Options {
  /** What a proxy is asked to connect to in place of the host of the URL: an address that was checked. */
  readonly tunnelTo?: { readonly address: string; readonly family: number };
}

/**
 * Connections by HTTPS_PROXY, HTTP_PROXY and NO_PROXY; this machine is asked without a proxy.
 *
 * The agent's library is loaded at the first request: a program that has asked nothing yet starts without it.
 */
export function openHttpAgent({ tunnelTo, ...options }: HttpAgentOptions): HttpAgent {
  const open = async () => {
    const { Agent, EnvHttpProxyAgent, Pool, request } = await import('undici');
    const clientFactory = (proxy: URL, settings: object): Dispatcher => {
      const pool = new Pool(proxy.origin, settings);
      if (tunnelTo === undefined) return pool;
      const host = tunnelTo.family === 6 ? `[${tunnelTo.address}]` : tunnelTo.address;
      const connect = pool.connect.bind(pool) as (asked: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData>;
      const toAddress = (asked: Dispatcher.ConnectOptions) =>
        connect({ ...asked, path: asked.path.replace(/^.*(?=:\d+$)/, host) });
      return Object.assign(pool, { connect: toAddress });
    };
    const direct = new Agent(options);
    const routed = new EnvHttpProxyAgent({ ...options, clientFactory, noProxy: hostsWithoutProxy(process.env) });
    return { direct, routed, request };
  };
  let opened: ReturnType<typeof open> | undefined;
  return {
    async request(url, asked) {
      opened ??= open();
      const { direct, routed, request } = await opened;
      const dispatcher = isThisMachine(new URL(url)) ? direct : routed;
      return request(url, { ...asked, dispatcher }).catch((error) => {
        throw proxyRefusal(error) ?? error;
      });
    },
    retryAfterMs: ({ headers }, now) => retryAfterMs(headerText(headers['retry-after']), now),
    async destroy() {
      const agents = await opened;
      await Promise.all([agents?.direct.destroy(), agents?.routed.destroy()]);
    },
  };
}

/** NO_PROXY in the form of the library: `*` among other names is `*`, and a full name (`example.com.`) has no dot at its end. */
function hostsWithoutProxy({ no_proxy, NO_PROXY }: NodeJS.ProcessEnv): string {
  const hosts = (no_proxy ?? NO_PROXY ?? '').split(/[\s,]+/).map((host) => host.replace(/\.(?=:\d+$|$)/, ''));
  return hosts.includes('*') ? '*' : hosts.join(',');
}

/** The library says it in the text alone. */
function proxyRefusal(error: Error): Error | undefined {
  const [, status] = /^Proxy response \((\d+)\)/.exec(error.message) ?? [];
  if (status === undefined) return undefined;
  return Object.assign(new Error(`the proxy answered ${status}`), { code: `PROXY_${status}` });
}

/** The value of a header; of one that comes twice the first. */
export function headerText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** Codes of the library's errors. */
const SLOW = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT']);

/** Whether a request failed because something took too long. */
export function isSlow(error: unknown): boolean {
  return SLOW.has(codeOf(error) ?? '');
}

/** Whether a reply was longer than `maxResponseSize`. */
export function isTooLarge(error: unknown): boolean {
  return codeOf(error) === 'UND_ERR_RES_EXCEEDED_MAX_SIZE';
}

/** What a failed connection calls itself: `ECONNREFUSED`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** The error for a connection that failed, with its error name. */
export function networkFault(name: string, error: unknown): UpstreamError {
  const code = codeOf(error);
  return new UpstreamError(name, 'network', `the connection failed${code === undefined ? '' : ` (${code})`}`);
}
