import { type IssuedKey, issuedKeyJson, issueKey, keyJson, readScope, rotateKey } from '@loadcast/accounts';
import { type Areas, DAY_MS } from '@loadcast/core';
import { listing } from '@loadcast/observe';
import type { CommandResult } from '../define-command.js';
import { commandsOf } from '../opened-command.js';
import { anyText, optional } from '../options.js';
import { momentOf, readDuration, readMoment } from '../values/read-values.js';
import { accountCommand, controlCommand, findKey } from './control-command.js';

const KEY_ID = 'KEY_ID';

const words = (_option: string, text: string): readonly string[] => text.split(',');

const create = accountCommand({
  name: 'keys create',
  summary: 'create an API key, shown once',
  example: '--account ana@example.com --label nightly',
  options: {
    label: optional('TEXT', 'name shown in lists', anyText),
    surfaces: optional('LIST', 'only these APIs: a (REST), b (OASIS), c (Utilities)', words),
    regions: optional('LIST', 'only these regions: PJM,MISO', words),
    addresses: optional('LIST', 'only from these addresses or CIDR blocks', words),
    expires: optional('WHEN', 'a time (2027-01-01T00:00:00Z) or a duration from now (90d, 12h)', readMoment),
  },
  async run({ store, areas, account, record }, { label = '', expires, ...scope }, io) {
    const now = io.now();
    const expiry = expires && { expiresAt: momentOf(expires, (durationMs) => now + durationMs) };
    const issued = await issueKey(store, account, { label, scope: readScope(areas, scope), ...expiry }, now);
    await record('key-made', { keyId: issued.record.id });
    return issuedResult(areas, issued, io.now());
  },
});

const list = accountCommand({
  name: 'keys list',
  summary: "list an account's keys, without their secret part",
  async run({ store, areas, account }, _, io) {
    const now = io.now();
    return listing(
      ['id', 'ends in', 'state', 'created', 'expires', 'last used', 'label'],
      (await store.keys(account.id)).map((key) => keyJson(areas, key, now)),
      ({ id, last4, state, created_at, expires_at, last_used_at, label }) => [
        ...[id, `...${last4}`, state, created_at, expires_at ?? 'never', last_used_at ?? 'never', label],
      ],
    );
  },
});

const rotate = controlCommand({
  name: 'keys rotate',
  summary: 'create a key that replaces another',
  example: 'key_12 --overlap 7d',
  argument: KEY_ID,
  options: {
    overlap: optional('DURATION', 'how long the old key still works: 30m, 24h, 7d, 0s (default: 24h)', readDuration),
  },
  async run({ store, areas, record }, { overlap = DAY_MS }, io, [keyId]) {
    const { id, accountId } = await findKey(store, keyId);
    const issued = await rotateKey(store, accountId, id, overlap, io.now());
    await record('key-rotated', { accountId, keyId: id, detail: `successor ${issued.record.id}` });
    return issuedResult(areas, issued, io.now());
  },
});

const revoke = controlCommand({
  name: 'keys revoke',
  summary: 'revoke a key; takes effect within a second on every gateway',
  example: 'key_12',
  argument: KEY_ID,
  async run({ store, record }, _, io, [keyId]) {
    const { id, accountId } = await findKey(store, keyId);
    const isNew = await store.revokeKey(accountId, id, io.now());
    if (isNew) await record('key-revoked', { accountId, keyId: id });
    return { json: { id, revoked: true }, text: isNew ? `revoked ${id}` : `${id} was revoked before` };
  },
});

export const keyCommands = commandsOf(create, list, rotate, revoke);

function issuedResult(areas: Areas, issued: IssuedKey, now: number): CommandResult {
  const note = `${issued.record.id}: store the key now, it is not shown again`;
  return { json: issuedKeyJson(areas, issued, now), text: issued.key, note };
}
