import { expect, test } from 'vitest';
import { keyEndsAt, keyStateOf } from './key-state.js';

const fresh = { revokedAt: null, expiresAt: null, replacedBy: null };

test.each([
  { name: 'without an expiry it is active', key: fresh, state: 'active' },
  { name: 'one ms before its expiry it is active', key: { ...fresh, expiresAt: 101 }, state: 'active' },
  { name: 'at its expiry it is expired', key: { ...fresh, expiresAt: 100 }, state: 'expired' },
  { name: 'with a successor it is rotated', key: { ...fresh, replacedBy: 'key_2', expiresAt: 101 }, state: 'rotated' },
  { name: 'after the overlap it is expired', key: { ...fresh, replacedBy: 'key_2', expiresAt: 99 }, state: 'expired' },
  { name: 'a revocation dated later counts at once', key: { ...fresh, revokedAt: 200 }, state: 'revoked' },
  { name: 'revocation wins over expiry', key: { ...fresh, revokedAt: 50, expiresAt: 60 }, state: 'revoked' },
  { name: 'revocation wins over rotation', key: { ...fresh, revokedAt: 50, replacedBy: 'key_2' }, state: 'revoked' },
])('a key at 100: $name', ({ key, state }) => {
  expect(keyStateOf(key, 100)).toBe(state);
  expect(100 < keyEndsAt(key)).toBe(state === 'active' || state === 'rotated');
});
