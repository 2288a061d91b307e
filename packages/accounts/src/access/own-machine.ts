import { isIP } from 'node:net';

export interface ReachSettings {
  readonly HOST: string;
  readonly BASE_URL?: string | undefined;
  readonly TRUSTED_PROXIES: string;
}

/** Whether a name or an address, in brackets or not, is this machine's own. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|\[?::1\]?)$/i.test(host) || (isIP(host) === 4 && host.startsWith('127.'));

/**
 * Whether nobody else can reach a gateway: it listens on loopback, no proxy is trusted, and its public address, where one is
 * set, is this machine's own.
 */
export function servesOwnMachine({ HOST, BASE_URL, TRUSTED_PROXIES }: ReachSettings): boolean {
  const names = [HOST, ...(BASE_URL === undefined ? [] : [new URL(BASE_URL).hostname])];
  return TRUSTED_PROXIES === '' && names.every(isLoopback);
}
