import { lookup } from 'node:dns/promises';
import { ServiceError } from '@loadcast/core';
import { isPublicAddress } from './public-address.js';

export interface TargetRules {
  /** Whether `http` and addresses that are not public are allowed: for tests, and receivers of the operator's own network. */
  readonly allowPrivate: boolean;
}

const LONGEST_URL = 2_000;

/**
 * The address of a webhook as it is kept.
 *
 * @throws {ServiceError} invalid_parameter
 */
export function readTarget(text: string, { allowPrivate }: TargetRules): string {
  const url = URL.canParse(text) && text.length <= LONGEST_URL ? new URL(text) : undefined;
  const protocols = allowPrivate ? ['https:', 'http:'] : ['https:'];
  const isFine = url && protocols.includes(url.protocol) && url.username === '' && url.password === '';
  const literal = url?.hostname.replace(/^\[|\]$/g, '') ?? '';
  const isPrivate = /^[\d.]+$|:/.test(literal) && !isPublicAddress(literal);
  if (isFine && (allowPrivate || !isPrivate)) return url.href;
  const expected = `an ${protocols.map((protocol) => protocol.slice(0, -1)).join(' or ')} URL of a public host, without a user`;
  throw new ServiceError('invalid_parameter', `url: expected ${expected}`, { parameter: 'url', expected });
}

export interface PinnedAddress {
  readonly address: string;
  readonly family: number;
}

export type Resolve = (host: string) => Promise<readonly PinnedAddress[]>;

const resolveAll: Resolve = (host) => lookup(host, { all: true, verbatim: true });

/**
 * The address that a call must go to: the name is resolved once, and what was checked is what is connected to.
 *
 * @throws {Error} the name has no address, or one that is not public
 */
export async function pinnedAddress(
  { hostname }: URL,
  { allowPrivate }: TargetRules,
  resolve: Resolve = resolveAll,
): Promise<PinnedAddress> {
  const found = await resolve(hostname.replace(/^\[|\]$/g, ''));
  const [first] = found;
  if (!first) throw new Error('the host has no address');
  if (!allowPrivate && !found.every(({ address }) => isPublicAddress(address))) {
    throw new Error('the host has an address that is not public');
  }
  return first;
}
