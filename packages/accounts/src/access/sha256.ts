import * as crypto from 'node:crypto';

/** SHA-256 of a text, base64url without padding: the form in which keys and session tokens are stored and looked up. */
export function sha256(text: string): string {
  return crypto.hash
    ? crypto.hash('sha256', text, 'base64url')
    : crypto.createHash('sha256').update(text).digest('base64url');
}

/** The first 32 bits of SHA-256 of a text, for sets that may hold a few texts too many. */
export function sha256Prefix(text: string): number {
  return crypto.createHash('sha256').update(text).digest().readUInt32BE();
}
