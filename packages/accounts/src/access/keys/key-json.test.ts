import { type ApiKey, CONTRACT_AREAS } from '@loadcast/core';
import { expect, test } from 'vitest';
import { issuedKeyJson, keyJson } from './key-json.js';

const NOW = Date.UTC(2026, 10, 21, 8, 30, 15, 250);
const record: ApiKey = {
  id: 'key_1',
  accountId: 'acc_1',
  sha256: 'digest',
  last4: 'WXYZ',
  label: 'ci',
  createdAt: NOW,
  expiresAt: NOW + 1,
  revokedAt: null,
  lastUsedAt: null,
  replacedBy: 'key_2',
};

test('times are ISO 8601 in UTC with whole seconds, absent ones null, and neither digest nor account is shown', () => {
  expect(keyJson(CONTRACT_AREAS, record, NOW)).toEqual({
    id: 'key_1',
    last4: 'WXYZ',
    label: 'ci',
    state: 'rotated',
    created_at: '2026-11-21T08:30:15Z',
    expires_at: '2026-11-21T08:30:15Z',
    revoked_at: null,
    last_used_at: null,
    replaced_by: 'key_2',
  });
});

test('an issued key is its JSON with the key before it', () => {
  const json = issuedKeyJson(CONTRACT_AREAS, { key: 'lc_live_x', record }, NOW);
  expect(Object.entries(json)).toEqual([['key', 'lc_live_x'], ...Object.entries(keyJson(CONTRACT_AREAS, record, NOW))]);
});
