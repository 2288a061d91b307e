import { eventJson } from '@loadcast/accounts';
import { SECURITY_EVENT_KINDS, type SecurityEventFilter } from '@loadcast/core/quota';
import { parseDuration } from '@loadcast/observe';
import type { Command } from '../command.js';
import { defineCommand } from '../define-command.js';
import { anyText, optional } from '../options.js';
import { left, table } from '../table.js';
import { readCount } from '../values/read-count.js';
import { readInstant } from '../values/read-instant.js';
import { readWord } from '../values/read-list.js';
import { findAccount, type OpenControl, withControl } from './open-control.js';

const DEFAULT_LIMIT = 100;
const COLUMNS = left('when', 'event', 'outcome', 'account', 'via', 'from', 'key', 'detail');

export function auditCommand(open: OpenControl): Command {
  return defineCommand({
    name: 'audit',
    summary: 'list security events: sign-ins, keys, plans, passwords, by HTTP and by command',
    about: `Newest first. Events: ${SECURITY_EVENT_KINDS.join(', ')}.`,
    options: {
      account: optional('E', 'one account only, by e-mail or id (a deleted one by id)', anyText),
      event: optional('KIND', 'one kind only', (name, text) => readWord(name, text, SECURITY_EVENT_KINDS)),
      outcome: optional('WORD', 'done, refused or failed', (name, text) => readWord(name, text, OUTCOMES)),
      since: optional(
        'WHEN',
        'start: an instant (2026-11-01T00:00:00Z) or a duration back from now (7d, 12h)',
        readSince,
      ),
      until: optional('TIME', 'end, exclusive', readInstant),
      limit: optional('N', `maximum number of events (default: ${DEFAULT_LIMIT})`, readCount),
    },
    run: ({ account, event, outcome, since, until, limit = DEFAULT_LIMIT }, io) =>
      withControl(open, io, async ({ store }) => {
        const from = since && ('at' in since ? since.at : io.now() - since.beforeMs);
        const filter: SecurityEventFilter = {
          ...(account === undefined ? {} : { accountId: await accountIdOf(store, account) }),
          ...(event === undefined ? {} : { kind: event }),
          ...(outcome === undefined ? {} : { outcome }),
          ...(from === undefined ? {} : { from }),
          ...(until === undefined ? {} : { until }),
          limit,
        };
        const events = (await store.events(filter)).map(eventJson);
        const rows = events.map((row) => [
          row.at,
          row.event,
          row.outcome,
          row.account_id ?? '-',
          row.via,
          row.from,
          row.key_id ?? '-',
          row.detail,
        ]);
        return { json: events, text: table(COLUMNS, rows) };
      }),
  });
}

const OUTCOMES = ['done', 'refused', 'failed'] as const;

type Since = { readonly at: number } | { readonly beforeMs: number };

function readSince(option: string, text: string): Since {
  const beforeMs = parseDuration(text);
  return beforeMs === undefined ? { at: readInstant(option, text) } : { beforeMs };
}

/** A deleted account has no e-mail left, but its events are kept under its id. */
async function accountIdOf(store: Parameters<typeof findAccount>[0], emailOrId: string): Promise<string> {
  return /^acc_\w+$/.test(emailOrId) ? emailOrId : (await findAccount(store, emailOrId)).id;
}
