import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Marks a sealed text and its method: AES-256-GCM with a nonce of its own. No secret in base 32 begins so. */
const MARK = 'sealed1.';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Seals short texts so that who reads the store cannot read them. */
export interface Seal {
  /** @param owner the id of the account or webhook: a text sealed for one cannot be opened for another */
  seal(text: string, owner: string): string;
  /** @throws {Error} it was sealed with another key, for another owner, or changed since */
  open(sealed: string, owner: string): string;
}

/** @param key 32 characters or more */
export function createSeal(key: string): Seal {
  const secret = Buffer.from(hkdfSync('sha256', key, 'loadcast', 'secrets of accounts', 32));
  return {
    seal(text, owner) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(Buffer.from(owner));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return MARK + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed.slice(MARK.length), 'base64url');
      const [tagAt, bodyAt] = [NONCE_BYTES, NONCE_BYTES + TAG_BYTES];
      const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, tagAt), { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(tagAt, bodyAt));
      return Buffer.concat([decipher.update(bytes.subarray(bodyAt)), decipher.final()]).toString('utf8');
    },
  };
}

/** The text that was sealed. Where it cannot be opened, `failed` is called, and there is none. */
export function openSealed(seal: Seal | undefined, sealed: string, owner: string, failed: (owner: string) => void) {
  try {
    if (seal) return seal.open(sealed, owner);
  } catch {
    // It was sealed with another key: the same as without one.
  }
  failed(owner);
  return undefined;
}

export const isSealed = (text: string): boolean => text.startsWith(MARK);
