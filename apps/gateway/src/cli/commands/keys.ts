import { type ApiKey, type ControlStore, DAY_MS, HOUR_MS, MINUTE_MS } from '@loadcast/core';
import { type IssuedKey, issueKey, rotateKey } from '../../access/issue-key.js';
import { issuedKeyJson, keyJson } from '../../access/key-json.js';
import { type Command, type CommandIo, readArgs, UsageError } from '../command.js';
import { findAccount, missing } from './accounts.js';
import { type OpenControl, withControl } from './accounts-store.js';
import { table } from './accounts-table.js';

const DEFAULT_OVERLAP = '24h';
const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };

/** `keys create`, `keys list`, `keys rotate`, `keys revoke`. */
export function keyCommands(open: OpenControl): readonly Command[] {
  return [createCommand(open), listCommand(open), rotateCommand(open), revokeCommand(open)];
}

function createCommand(open: OpenControl): Command {
  return {
    name: 'keys create',
    summary: 'make an API key; it is shown once',
    usage: [
      'usage: loadcast keys create --account E [--label TEXT] [--expires WHEN] [--json]',
      '  --account E     e-mail or id',
      '  --expires WHEN  an instant (2027-01-01T00:00:00Z) or a span from now (90d, 12h)',
      '  --json          the key and its record as JSON on standard output',
    ].join('\n'),
    async run(args, io) {
      const options = { account: { type: 'string' }, label: { type: 'string' }, expires: { type: 'string' } } as const;
      const { values } = readArgs(args, { ...options, json: { type: 'boolean' } });
      const now = io.now();
      const expiresAt = values.expires === undefined ? undefined : readWhen(values.expires, now);
      return withControl(open, io, async (store) => {
        const account = await findAccount(store, values.account ?? missing('--account'));
        const wishes = { label: values.label ?? '', ...(expiresAt === undefined ? {} : { expiresAt }) };
        showIssued(await issueKey(store, account, wishes, now), values.json === true, io);
        return 0;
      });
    },
  };
}

function listCommand(open: OpenControl): Command {
  return {
    name: 'keys list',
    summary: "list an account's keys, never the keys themselves",
    usage: 'usage: loadcast keys list --account E [--json]',
    async run(args, io) {
      const { values } = readArgs(args, { account: { type: 'string' }, json: { type: 'boolean' } });
      return withControl(open, io, async (store) => {
        const account = await findAccount(store, values.account ?? missing('--account'));
        const now = io.now();
        const keys = (await store.keys(account.id)).map((key) => keyJson(key, now));
        if (values.json) io.out(JSON.stringify(keys));
        else {
          const rows = keys.map(({ id, last4, state, created_at, expires_at, last_used_at, label }) => [
            id,
            `...${last4}`,
            state,
            created_at,
            expires_at ?? 'never',
            last_used_at ?? 'never',
            label,
          ]);
          for (const line of table(['id', 'ends in', 'state', 'created', 'expires', 'last used', 'label'], rows)) {
            io.out(line);
          }
        }
        return 0;
      });
    },
  };
}

function rotateCommand(open: OpenControl): Command {
  return {
    name: 'keys rotate',
    summary: 'make a key that takes the place of another',
    usage: [
      'usage: loadcast keys rotate KEY_ID [--overlap SPAN] [--json]',
      `  --overlap SPAN  how long the old key lives on: 30m, 24h, 7d, 0s (default ${DEFAULT_OVERLAP})`,
    ].join('\n'),
    async run(args, io) {
      const options = { overlap: { type: 'string' }, key: { type: 'string' }, json: { type: 'boolean' } } as const;
      const { values, positionals } = readArgs(args, options, { positionals: true });
      const overlapMs = readSpan(values.overlap ?? DEFAULT_OVERLAP) ?? wrong('--overlap', 'a span such as 24h');
      return withControl(open, io, async (store) => {
        const old = await findKey(store, values.key ?? positionals[0] ?? missing('KEY_ID'));
        showIssued(await rotateKey(store, old.accountId, old.id, overlapMs, io.now()), values.json === true, io);
        return 0;
      });
    },
  };
}

function revokeCommand(open: OpenControl): Command {
  return {
    name: 'keys revoke',
    summary: 'end a key; acts within a second on every gateway',
    usage: 'usage: loadcast keys revoke KEY_ID [--json]',
    async run(args, io) {
      const options = { key: { type: 'string' }, json: { type: 'boolean' } } as const;
      const { values, positionals } = readArgs(args, options, { positionals: true });
      return withControl(open, io, async (store) => {
        const key = await findKey(store, values.key ?? positionals[0] ?? missing('KEY_ID'));
        const done = await store.revokeKey(key.accountId, key.id, io.now());
        const words = done ? `revoked ${key.id}` : `${key.id} was revoked before`;
        io.out(values.json ? JSON.stringify({ id: key.id, revoked: true }) : words);
        return 0;
      });
    },
  };
}

async function findKey(store: ControlStore, id: string): Promise<ApiKey> {
  const key = await store.key(id);
  if (!key) throw new Error(`no key ${id}: 'loadcast keys list' shows the ids`);
  return key;
}

function showIssued(issued: IssuedKey, json: boolean, io: CommandIo): void {
  if (json) io.out(JSON.stringify(issuedKeyJson(issued, io.now())));
  else {
    io.out(issued.key);
    io.say(`${issued.record.id}: keep the key now, it is not shown again`);
  }
}

function readWhen(text: string, now: number): number {
  const span = readSpan(text);
  if (span !== undefined) return now + span;
  const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  return Number.isFinite(instant) ? instant : wrong('--expires', 'an instant with an offset, or a span such as 90d');
}

/** `90d`, `24h`, `30m`, `0s` in milliseconds. */
function readSpan(text: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const unitMs = UNIT_MS[unit];
  return count === undefined || unitMs === undefined ? undefined : Number(count) * unitMs;
}

function wrong(option: string, expected: string): never {
  throw new UsageError(`${option}: ${expected}`);
}
