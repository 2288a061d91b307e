import { type EpochMs, ServiceError, type SurfaceId } from '@loadcast/core';
import { isWellFormedKey } from '@loadcast/core/quota';
import type { Principal } from '@loadcast/formats';
import { sha256 } from '../sha256.js';
import { SURFACE_NAMES } from '../surface-ids.js';
import type { KeyDirectory } from './key-directory.js';
import { requireScope } from './key-scope.js';
import type { KnownKey } from './known-key.js';

/** Longer than any header that holds a key. */
const MAX_HEADER_LENGTH = 200;

const HOW = 'Send the header Authorization: Bearer <API_KEY>.';

/**
 * The caller that an `Authorization` header authenticates. Keys in memory are answered without a promise, others after
 * one read of the store.
 *
 * @param authorization the header as it came
 * @param now epoch ms, of the wall clock: expiry goes by it
 * @param options `basic`: HTTP Basic with the key as user name is accepted too; `address` of the caller, for keys with a list of
 *   addresses; `connection`, on which the digest of the key that was sent last is kept
 * @throws {ServiceError} unauthorized (missing or malformed: the store is not read), invalid_key (unknown, revoked,
 *   expired, or without a plan of this surface), key_scope (limited to other surfaces or addresses), unavailable (the store does not answer and the key is not in memory)
 */
export type Authenticate = (
  authorization: string | undefined,
  surface: SurfaceId,
  now: EpochMs,
  options?: { readonly basic?: boolean; readonly address?: () => string; readonly connection?: object | undefined },
) => Principal | Promise<Principal>;

/** Matches no list of addresses. */
const NOWHERE = () => '';

export function createAuthenticate(directory: KeyDirectory): Authenticate {
  return (authorization, surface, now, { basic = false, address = NOWHERE, connection } = {}) => {
    const { digest, isWellFormed } = sentOn(connection, authorization, basic);
    const known = directory.known(digest);
    if (known) return admitted(known, surface, now, address);
    if (!isWellFormed) throw refuse('The API key is malformed: copy all of it again.', basic);
    return directory.lookup(digest).then((found) => admitted(found, surface, now, address));
  };
}

/** What an `Authorization` header holds. */
interface Sent {
  /** UTF-8. */
  readonly bytes: Uint8Array;
  readonly basic: boolean;
  readonly digest: string;
  readonly isWellFormed: boolean;
}

const lastSent = new WeakMap<object, Sent>();

/** Read once while a connection sends the same. @throws {ServiceError} unauthorized */
function sentOn(connection: object | undefined, authorization: string | undefined, basic: boolean): Sent {
  const last = connection && lastSent.get(connection);
  if (last && last.basic === basic && authorization && isSame(authorization, last.bytes)) return last;
  const key = readKey(authorization, basic);
  const bytes = Buffer.from(authorization ?? '');
  const sent = { bytes, basic, digest: sha256(key), isWellFormed: isWellFormedKey(key) };
  if (connection) lastSent.set(connection, sent);
  return sent;
}

/** Where a header is compared: UTF-8 takes three bytes a character at most. */
const compared = Buffer.alloc(3 * MAX_HEADER_LENGTH);

/**
 * Takes as long wherever two headers differ: a proxy may share a connection between callers. Compares bytes: the characters of a text,
 * which node:http makes in several kinds, take longer to read.
 */
function isSame(authorization: string, last: Uint8Array): boolean {
  if (authorization.length > MAX_HEADER_LENGTH || compared.write(authorization) !== last.length) return false;
  let difference = 0;
  for (let i = 0; i < last.length; i++) difference |= compared[i]! ^ last[i]!;
  return difference === 0;
}

function admitted(key: KnownKey | undefined, surface: SurfaceId, now: EpochMs, address: () => string): Principal {
  const principal = key?.principal(surface, now);
  if (key?.scope && key.isAlive(now)) requireScope(key.scope, surface, address);
  if (principal) return principal;
  if (key?.isAlive(now)) {
    const message = `The API key is valid, but its account has no plan for the ${SURFACE_NAMES[surface]} API. Ask the operator for one.`;
    throw new ServiceError('invalid_key', message, undefined);
  }
  throw new ServiceError('invalid_key', 'The API key was revoked, has expired or does not exist.', undefined);
}

function readKey(authorization: string | undefined, basic: boolean): string {
  if (authorization === undefined || authorization === '') throw refuse(`An API key is required. ${HOW}`, basic);
  if (authorization.length > MAX_HEADER_LENGTH) throw refuse(`The Authorization header is too long. ${HOW}`, basic);
  const space = authorization.indexOf(' ');
  const credentials = authorization.slice(space + 1).trim(); // RFC 9110, section 11.4: one space or more
  const scheme = authorization.slice(0, Math.max(0, space)).toLowerCase(); // RFC 9110, section 11.1: in any letter case
  if (scheme === 'bearer') return credentials;
  if (basic && scheme === 'basic') return userName(credentials);
  throw refuse(`The Authorization header is not of the form "Bearer <API_KEY>". ${HOW}`, basic);
}

function userName(credentials: string): string {
  const text = Buffer.from(credentials, 'base64').toString('latin1');
  const colon = text.indexOf(':');
  return colon < 0 ? text : text.slice(0, colon);
}

/** @param basic whether the challenge lists HTTP Basic too: some clients send it only after a challenge */
function refuse(message: string, basic: boolean): ServiceError<'unauthorized'> {
  return new ServiceError('unauthorized', message, basic ? { takesBasic: true } : undefined);
}
