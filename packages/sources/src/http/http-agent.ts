import type { Agent, Dispatcher } from 'undici';
import { UpstreamError } from './upstream-error.js';

export type HttpReply = Dispatcher.ResponseData;
export type HttpRequest = Partial<Pick<Dispatcher.RequestOptions, 'method' | 'body' | 'headers' | 'signal'>>;

/** Connections to an upstream. */
export interface HttpAgent {
  request(url: URL | string, request: HttpRequest): Promise<HttpReply>;
  /** Closes all open connections at once. */
  destroy(): Promise<void>;
}

/** The agent's library is loaded at the first request: a program that has asked nothing yet starts without it. */
export function openHttpAgent(options: Agent.Options): HttpAgent {
  const open = async () => {
    const { Agent, request } = await import('undici');
    return { dispatcher: new Agent(options), request };
  };
  let opened: ReturnType<typeof open> | undefined;
  return {
    async request(url, asked) {
      opened ??= open();
      const { dispatcher, request } = await opened;
      return request(url, { ...asked, dispatcher });
    },
    async destroy() {
      await (await opened)?.dispatcher.destroy();
    },
  };
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
