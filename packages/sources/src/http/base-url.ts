const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

export const isThisMachine = ({ hostname }: URL): boolean => LOOPBACK.has(hostname);

/**
 * The address of an upstream as configured: https, or http to this machine.
 *
 * @throws {RangeError} anything else, or an address with credentials, a query or a fragment
 */
export function upstreamBase(name: string, address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isThisMachine(url));
  if (!url || !isSafe) throw new RangeError(`${name}: the address must be https (http only to this machine)`);
  if (url.username || url.password || url.search || url.hash) {
    throw new RangeError(`${name}: the address must be scheme, host and path alone`);
  }
  return url;
}

/** A path and query below a base address. Never leaves the base's origin. */
export function urlBelow(base: URL, path: string, query: URLSearchParams): URL {
  const url = new URL(base);
  url.pathname = `${base.pathname.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;
  url.search = query.toString();
  return url;
}
