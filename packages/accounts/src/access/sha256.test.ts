import { expect, test } from 'vitest';
import { sha256 } from './sha256.js';

test.each([
  ['', '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU'],
  ['abc', 'ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0'],
])('sha256(%j) is %s', (text, digest) => expect(sha256(text)).toBe(digest));
