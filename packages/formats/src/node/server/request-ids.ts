import { randomUUID } from 'node:crypto';

/** Ids that share their random part. */
const IDS_PER_PREFIX = 65_536;
/** What a UUID has before its last twelve digits, and eight of these. */
const PREFIX_LENGTH = 32;

const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * Ids in the form of a UUID: the last four digits count, the rest is random and drawn again when they have run through.
 * They tell requests apart, and are no secret.
 */
export function createRequestIds(): () => string {
  let prefix = '';
  let count = IDS_PER_PREFIX;
  return () => {
    if (count === IDS_PER_PREFIX) {
      prefix = randomUUID().slice(0, PREFIX_LENGTH);
      count = 0;
    }
    const id = prefix + DIGITS[count >> 8]! + DIGITS[count & 255]!;
    count++;
    return id;
  };
}
