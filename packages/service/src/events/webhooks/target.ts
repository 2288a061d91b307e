import { ServiceError } from '@loadcast/core';
import type { FindAddresses, HostAddress } from './host-lookups.js';
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

/**
 * The addresses that a call may go to: the name is looked up once, and each address that is connected to was checked.
 *
 * @param find looks the host up
 * @returns empty: the name does not resolve, or has an address that is not public
 */
export async function checkedAddresses(
  { hostname }: URL,
  { allowPrivate }: TargetRules,
  find: (host: string) => ReturnType<FindAddresses>,
): Promise<readonly HostAddress[]> {
  const found = await find(hostname.replace(/^\[|\]$/g, '')).catch((thrown: unknown) => {
    if (isResolverError(thrown)) return [];
    throw thrown;
  });
  return allowPrivate || found.every(({ address }) => isPublicAddress(address)) ? found : [];
}

/** The name servers have no address for the name. A look-up that ended with its signal is another failure. */
const isResolverError = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && 'hostname' in thrown;
