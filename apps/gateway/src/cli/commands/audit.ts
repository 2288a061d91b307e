import { eventJson } from '@loadcast/accounts';
import { SECURITY_EVENT_KINDS, type SecurityEventFilter } from '@loadcast/core/quota';
import { listing } from '@loadcast/observe';
import { anyText, optional } from '../options.js';
import { momentOf, readCount, readInstant, readMoment, readWord } from '../values/read-values.js';
import { controlCommand, findAccount } from './control-command.js';

const DEFAULT_LIMIT = 100;
const OUTCOMES = ['done', 'refused', 'failed'] as const;

export const auditCommand = controlCommand({
  name: 'audit',
  summary: 'list security events: sign-ins, keys, plans, passwords, by HTTP and by command',
  example: '--since 7d --outcome refused',
  about: `Newest first. Events: ${SECURITY_EVENT_KINDS.join(', ')}.`,
  options: {
    account: optional('E', 'one account only, by e-mail or id (a deleted one by id)', anyText),
    event: optional('KIND', 'one kind only', (name, text) => readWord(name, text, SECURITY_EVENT_KINDS)),
    outcome: optional('WORD', 'done, refused or failed', (name, text) => readWord(name, text, OUTCOMES)),
    since: optional('WHEN', 'from a time (2026-11-01T00:00:00Z), or so far back from now (7d, 12h)', readMoment),
    until: optional('TIME', 'to this time, exclusive', readInstant),
    limit: optional('N', `maximum number of events (default: ${DEFAULT_LIMIT})`, readCount),
  },
  async run({ store }, { account, event, outcome, since, until, limit = DEFAULT_LIMIT }, io) {
    const filter: SecurityEventFilter = {
      ...(account !== undefined && { accountId: await accountIdOf(store, account) }),
      ...(event && { kind: event }),
      ...(outcome && { outcome }),
      ...(since && { from: momentOf(since, (durationMs) => io.now() - durationMs) }),
      ...(until !== undefined && { until }),
      limit,
    };
    return listing(
      ['when', 'event', 'outcome', 'account', 'via', 'from', 'key', 'detail'],
      (await store.events(filter)).map(eventJson),
      (row) => [
        ...[row.at, row.event, row.outcome, row.account_id ?? '-'],
        ...[row.via, row.from, row.key_id ?? '-', row.detail],
      ],
    );
  },
});

/** A deleted account has no e-mail left, but its events are kept under its id. */
async function accountIdOf(store: Parameters<typeof findAccount>[0], emailOrId: string): Promise<string> {
  return /^acc_\w+$/.test(emailOrId) ? emailOrId : (await findAccount(store, emailOrId)).id;
}
