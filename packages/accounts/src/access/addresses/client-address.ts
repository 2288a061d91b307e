import { BlockList, isIP, isIPv6 } from 'node:net';
import { LIMITS } from '@loadcast/core/budgets';
import { type HttpRequest, remembered } from '@loadcast/formats/node';

/** Which peers may set the caller's address with `X-Forwarded-For`. */
export interface ProxyTrust {
  /** The caller's address: the peer's, or, when the peer is a trusted proxy, the nearest one in the chain that is none. */
  clientAddress(peer: string, forwardedFor: string | undefined): string;
  isProxy(peer: string): boolean;
}

/**
 * @param trusted addresses or CIDR blocks, comma separated; empty trusts no peer
 * @throws {RangeError} an entry is neither
 */
export function createProxyTrust(trusted: string): ProxyTrust {
  const blocks = new BlockList();
  const entries = trusted
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    const longest = family === 'ipv6' ? 128 : 32;
    const prefix = bits === undefined ? longest : Number(bits);
    if (isIP(address) === 0 || !Number.isInteger(prefix) || prefix < 0 || prefix > longest) {
      throw new RangeError(`TRUSTED_PROXIES: ${entry} is neither an address nor a CIDR block`);
    }
    blocks.addSubnet(address, prefix, family);
  }
  const isTrusted = (address: string) =>
    isIP(address) !== 0 && blocks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

  return {
    isProxy: (peer) => isTrusted(addressOf(peer)),
    clientAddress(peer, forwardedFor) {
      if (forwardedFor === undefined) return addressOf(peer);
      let nearest = addressOf(peer);
      let end = forwardedFor.length;
      for (let hops = 0; hops < LIMITS.forwarded_entries.bound && end >= 0 && isTrusted(nearest); hops++) {
        const comma = end === 0 ? -1 : forwardedFor.lastIndexOf(',', end - 1);
        const next = addressOf(forwardedFor.slice(comma + 1, end));
        if (isIP(next) === 0) break;
        nearest = next;
        end = comma;
      }
      return nearest;
    },
  };
}

/**
 * The caller's address of each request. The first request on which an untrusted peer sends `X-Forwarded-For` is reported:
 * where that peer is a proxy, all callers behind it count as one address until it is in `TRUSTED_PROXIES`.
 *
 * @param warn called at most once, with the address of the peer
 */
export function createClientAddress(
  proxies: ProxyTrust,
  warn: (peer: string) => void,
): (request: Pick<HttpRequest, 'remoteAddress' | 'headers'>) => string {
  let isWarned = false;
  return ({ remoteAddress, headers }) => {
    const forwardedFor = headers.get('x-forwarded-for');
    if (!isWarned && forwardedFor !== undefined && !proxies.isProxy(remoteAddress)) {
      isWarned = true;
      warn(remoteAddress);
    }
    return proxies.clientAddress(remoteAddress, forwardedFor);
  };
}

/**
 * The address in an entry of `X-Forwarded-For`, without the port and the brackets that some proxies write; an entry that
 * holds none stays as it is. An IPv4 address written as IPv6 is that IPv4 address.
 *
 * @example
 * addressOf('[2001:db8::1]:4711') // => '2001:db8::1'
 */
export const addressOf = remembered((entry): string => {
  const text = entry.trim();
  const bracketed = /^\[([0-9a-f:.]+)\](?::\d{1,5})?$/i.exec(text)?.[1];
  const withPort = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(text)?.[1];
  return (bracketed ?? withPort ?? text).replace(/^::ffff:(?=\d+\.)/i, '');
});
