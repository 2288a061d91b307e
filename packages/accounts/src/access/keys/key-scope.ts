import { type AreaId, type Areas, ServiceError, type SurfaceId } from '@loadcast/core';
import { LIMITS } from '@loadcast/core/budgets';
import type { KeyScope } from '@loadcast/core/quota';
import { createProxyTrust } from '../addresses/client-address.js';
import { SURFACE_IDS, SURFACE_NAMES } from '../surface-ids.js';

export interface ScopeWishes {
  readonly surfaces?: readonly string[] | undefined;
  /** Codes of any surface. */
  readonly regions?: readonly string[] | undefined;
  readonly addresses?: readonly string[] | undefined;
}

const MOST_ENTRIES = LIMITS.scope_entries.bound;

/**
 * Reads a scope; parts that are not given limit nothing.
 *
 * @throws {ServiceError} invalid_parameter, naming the part and its allowed values
 */
export function readScope(areas: Areas, { surfaces, regions, addresses }: ScopeWishes): KeyScope | undefined {
  const scope: KeyScope = {
    ...(surfaces && { surfaces: each('surfaces', surfaces, `any of ${SURFACE_IDS.join(', ')}`, surfaceOf) }),
    ...(regions && { regions: each('regions', regions, 'region codes', (word) => regionOf(areas, word)) }),
    ...(addresses && { addresses: each('addresses', addresses, 'addresses or CIDR blocks', blockOf) }),
  };
  return Object.keys(scope).length === 0 ? undefined : scope;
}

function each<T>(
  parameter: string,
  words: readonly string[],
  allowed: string,
  read: (word: string) => T | undefined,
): readonly T[] {
  const values = words.map((word) => read(word.trim()));
  const isFine = words.length > 0 && words.length <= MOST_ENTRIES && values.every((value) => value !== undefined);
  if (isFine) return [...new Set(values as T[])];
  const expected = `1 to ${MOST_ENTRIES} ${allowed}`;
  throw new ServiceError('invalid_parameter', `${parameter}: ${expected}`, { parameter, expected });
}

const surfaceOf = (word: string): SurfaceId | undefined => SURFACE_IDS.find((id) => id === word.toLowerCase());

function regionOf(areas: Areas, word: string): AreaId | undefined {
  for (const surface of SURFACE_IDS) {
    const found = areas.find(surface, word);
    if (found) return found.area.id;
  }
  return undefined;
}

function blockOf(word: string): string | undefined {
  try {
    createProxyTrust(word);
    return word === '' ? undefined : word;
  } catch {
    return undefined;
  }
}

/** Address lists of scopes, read once each. */
const blocks = new WeakMap<KeyScope, (address: string) => boolean>();

/** @throws {ServiceError} key_scope: the surface or the caller's address is outside the scope */
export function requireScope(scope: KeyScope, surface: SurfaceId, address: () => string): void {
  const { surfaces, addresses } = scope;
  if (surfaces && !surfaces.includes(surface)) {
    const names = surfaces.map((id) => SURFACE_NAMES[id]).join(', ');
    throw new ServiceError('key_scope', `This key is limited to these APIs: ${names}.`, { expected: names });
  }
  if (!addresses) return;
  const isListed = blocks.get(scope) ?? createProxyTrust(addresses.join(',')).isProxy;
  blocks.set(scope, isListed);
  if (isListed(address())) return;
  const expected = 'a listed address';
  throw new ServiceError('key_scope', 'This key is limited to certain IP addresses. Yours is not one of them.', {
    expected,
  });
}
