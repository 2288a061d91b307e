import { type IssuedKey, issuedKeyJson, issueKey, keyJson, readScope, rotateKey } from '@loadcast/accounts';
import { type Areas, DAY_MS } from '@loadcast/core';
import type { Command } from '../command.js';
import { type CommandResult, defineCommand } from '../define-command.js';
import { anyText, optional } from '../options.js';
import { left, table } from '../table.js';
import { readDuration } from '../values/read-duration.js';
import { readExpiry } from '../values/read-expiry.js';
import { ACCOUNT_OPTION, findAccount, findKey, type OpenControl, withControl } from './open-control.js';

const KEY_ID = 'KEY_ID';

export function keyCommands(open: OpenControl): readonly Command[] {
  return [createCommand(open), listCommand(open), rotateCommand(open), revokeCommand(open)];
}

function createCommand(open: OpenControl): Command {
  return defineCommand({
    name: 'keys create',
    summary: 'create an API key, shown once',
    options: {
      ...ACCOUNT_OPTION,
      label: optional('TEXT', 'name of the key in lists', anyText),
      surfaces: optional('LIST', 'only these APIs: a (REST), b (OASIS), c (Utilities)', words),
      regions: optional('LIST', 'only these regions: PJM,MISO', words),
      addresses: optional('LIST', 'only from these addresses or CIDR blocks', words),
      expires: optional('WHEN', 'an instant (2027-01-01T00:00:00Z) or a duration from now (90d, 12h)', readExpiry),
    },
    async run({ account, label = '', expires, surfaces, regions, addresses }, io) {
      const now = io.now();
      const expiresAt = expires && ('at' in expires ? expires.at : now + expires.afterMs);
      return withControl(open, io, async ({ store, areas, record }) => {
        const scope = readScope(areas, { surfaces, regions, addresses });
        const wishes = { label, scope, ...(expiresAt === undefined ? {} : { expiresAt }) };
        const issued = await issueKey(store, await findAccount(store, account), wishes, now);
        await record({ kind: 'key-made', accountId: issued.record.accountId, keyId: issued.record.id });
        return issuedResult(areas, issued, io.now());
      });
    },
  });
}

const words = (_option: string, text: string): readonly string[] => text.split(',');

function listCommand(open: OpenControl): Command {
  return defineCommand({
    name: 'keys list',
    summary: "list an account's keys, never the keys themselves",
    options: ACCOUNT_OPTION,
    run: ({ account }, io) =>
      withControl(open, io, async ({ store, areas }) => {
        const now = io.now();
        const keys = (await store.keys((await findAccount(store, account)).id)).map((key) => keyJson(areas, key, now));
        const columns = left('id', 'ends in', 'state', 'created', 'expires', 'last used', 'label');
        const rows = keys.map(({ id, last4, state, created_at, expires_at, last_used_at, label }) => [
          id,
          `...${last4}`,
          state,
          created_at,
          expires_at ?? 'never',
          last_used_at ?? 'never',
          label,
        ]);
        return { json: keys, text: table(columns, rows) };
      }),
  });
}

function rotateCommand(open: OpenControl): Command {
  return defineCommand({
    name: 'keys rotate',
    summary: 'create a key that replaces another',
    argument: KEY_ID,
    options: {
      overlap: optional('DURATION', 'how long the old key still works: 30m, 24h, 7d, 0s (default: 24h)', readDuration),
    },
    run: ({ overlap = DAY_MS }, io, [keyId]) =>
      withControl(open, io, async ({ store, areas, record }) => {
        const old = await findKey(store, keyId);
        const issued = await rotateKey(store, old.accountId, old.id, overlap, io.now());
        const detail = `successor ${issued.record.id}`;
        await record({ kind: 'key-rotated', accountId: old.accountId, keyId: old.id, detail });
        return issuedResult(areas, issued, io.now());
      }),
  });
}

function revokeCommand(open: OpenControl): Command {
  return defineCommand({
    name: 'keys revoke',
    summary: 'end a key; takes effect within a second on every gateway',
    argument: KEY_ID,
    options: {},
    run: (_, io, [keyId]) =>
      withControl(open, io, async ({ store, record }) => {
        const key = await findKey(store, keyId);
        const isNew = await store.revokeKey(key.accountId, key.id, io.now());
        if (isNew) await record({ kind: 'key-revoked', accountId: key.accountId, keyId: key.id });
        const text = isNew ? `revoked ${key.id}` : `${key.id} was revoked before`;
        return { json: { id: key.id, revoked: true }, text };
      }),
  });
}

function issuedResult(areas: Areas, issued: IssuedKey, now: number): CommandResult {
  const note = `${issued.record.id}: store the key now, it is not shown again`;
  return { json: issuedKeyJson(areas, issued, now), text: issued.key, note };
}
