import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Networks that are not the public Internet. @see https://www.iana.org/assignments/iana-ipv4-special-registry */
const IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/** Parts of the global unicast block `2000::/3` that are refused: reserved ranges, and ranges that carry an IPv4 address. */
const IPV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const refused = new BlockList();
for (const [network, prefix] of IPV4) refused.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of IPV6) refused.addSubnet(network, prefix, 'ipv6');
const unicast = new BlockList();
unicast.addSubnet('2000::', 3, 'ipv6');

/**
 * Whether an address is one of the public Internet.
 *
 * @example
 * isPublicAddress('192.168.1.1') // => false
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !refused.check(address, 'ipv4');
  return isIPv6(address) && unicast.check(address, 'ipv6') && !refused.check(address, 'ipv6');
}
