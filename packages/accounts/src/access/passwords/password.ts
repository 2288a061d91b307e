import { refused } from '@loadcast/formats';
import type { Algorithm } from '@node-rs/argon2';
import { type BreachCheck, NO_BREACH_CHECK } from './breached-passwords.js';
import { HASHER } from './hash-threads.js';
import { weakness } from './weak-password.js';

/**
 * Argon2id, 19 MiB, two passes, one lane: about 50 to 100 ms of one core.
 *
 * @see OWASP Password Storage Cheat Sheet
 */
const ARGON2ID: Algorithm = 2;
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Code points. */
export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 256;
const LENGTH = `${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`;
/** UTF-16 units that the longest password has. */
const LONGEST_TEXT = 2 * MAX_PASSWORD_LENGTH;

export interface PasswordChecks {
  readonly isBreached?: BreachCheck;
  /** Waits for a turn to hash. */
  readonly turn?: (work: () => Promise<string>) => Promise<string>;
}

/**
 * Any characters are allowed, and none are required: length and not being common count.
 *
 * @param email of the account
 * @returns the hash in PHC form
 * @throws {ServiceError} invalid_parameter: the password is too short, too long, easy to guess or known to have leaked
 */
export async function hashPassword(
  password: string,
  email?: string,
  { isBreached = NO_BREACH_CHECK, turn = (work) => work() }: PasswordChecks = {},
): Promise<string> {
  const length = [...password].length;
  if (length < MIN_PASSWORD_LENGTH || length > MAX_PASSWORD_LENGTH) {
    throw refused('password', LENGTH, `Use ${LENGTH}, such as four words.`);
  }
  const weak = weakness(password, email);
  const guessable = 'a password that is hard to guess';
  if (weak !== undefined) throw refused('password', guessable, weak);
  if (await isBreached(password))
    throw refused('password', guessable, 'This password appeared in a data breach. Pick another.');
  return turn(() => HASHER.hash(password, COST));
}

let dummy: Promise<string> | undefined;

/** Whether the password has the hash. Without a hash the answer is false, after the same work. */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  dummy ??= HASHER.hash('the password of nobody', COST);
  const known = passwordHash ?? (await dummy);
  const matches = await HASHER.verify(known, password.slice(0, LONGEST_TEXT + 1));
  return matches && passwordHash !== null;
}
