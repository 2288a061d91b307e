import { createHash, hash } from 'node:crypto';

/** SHA-256 of a text, base64url without padding: the form in which keys and session tokens are stored and looked up. */
export function sha256(text: string): string {
  return hash('sha256', text, 'base64url');
}

/** The first 32 bits of SHA-256 of a text, for sets that may hold a few texts too many. */
export function sha256Prefix(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE();
}
