import { ServiceError } from '@loadcast/core';
import { type Algorithm, hash, verify } from '@node-rs/argon2';

/**
 * Argon2id, 19 MiB, two passes, one lane: about 50 to 100 ms of one core.
 *
 * @see OWASP Password Storage Cheat Sheet
 */
const ARGON2ID: Algorithm = 2;
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 256;

/**
 * @returns the hash in PHC form
 * @throws {ServiceError} invalid_parameter: the password is too short or too long
 */
export async function hashPassword(password: string): Promise<string> {
  if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH) {
    const expected = `${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`;
    throw new ServiceError('invalid_parameter', `password: ${expected}`, { parameter: 'password', expected });
  }
  return hash(password, COST);
}

let dummy: Promise<string> | undefined;

/** Whether the password has the hash. Without a hash the answer is false, after the same work. */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  dummy ??= hash('the password of nobody', COST);
  const known = passwordHash ?? (await dummy);
  const matches = await verify(known, password.slice(0, MAX_PASSWORD_LENGTH + 1));
  return matches && passwordHash !== null;
}
