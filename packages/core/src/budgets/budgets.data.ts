import { type Budget, refused, replaced } from './budget.js';
import { CACHES, type CacheName } from './caches.data.js';

/** What is held beside caches. */
export const HELD = {
  connections: refused('formats', 10_000, 'open connections', 'closed before a byte is read'),
  connections_of_address: refused(
    'formats',
    2_500,
    'open connections, idle or not; proxies are exempt',
    'closed before a byte is read: one address leaves most places to others',
    'address',
  ),
  idle_connections: replaced(
    'formats',
    1_024,
    'connections without a request, a quarter of them for more than a second; proxies are exempt',
    'the longest idle is closed',
    'address',
  ),
  compressions: replaced('formats', 8, 'answers that are being compressed', 'the next is sent uncompressed'),
  kept_answers: replaced(
    'formats',
    64 * 1024 * 1024,
    'bytes of the answers of one second',
    'the answer is made again for the next caller',
  ),
  request_labels: refused(
    'observe',
    500,
    'label sets of request latencies, not counting `other`',
    'counted under `other`',
  ),
  remembered_turns: replaced(
    'observe',
    1_000,
    'accounts of one queue that were served and for whom nothing waits',
    'the oldest is dropped: it takes its turn like a new one',
  ),
  attempts: replaced(
    'core',
    50_000,
    'names whose attempts are counted',
    'the name with the fewest attempts is dropped',
  ),
  row_bodies: replaced('surface-a', 32 * 1024 * 1024, 'bytes of rows as JSON', 'the least recently used are dropped'),
  addresses: replaced(
    'accounts',
    50_000,
    'addresses of one quota without a key',
    'the address with the fewest requests is dropped',
  ),
  known_keys: replaced(
    'accounts',
    500_000,
    'keys, with their accounts, about 520 bytes each',
    'the key that was read first is dropped, and its account with its last key',
  ),
  key_lookups: refused('accounts', 100, 'reads of keys from the store', '`unavailable`'),
  usage_records: refused(
    'accounts',
    50_000,
    'hours of usage that are not yet written',
    'the hour of a new key is not recorded; its quota counts',
  ),
  password_hashes: refused(
    'accounts',
    64,
    'passwords that wait to be hashed',
    '`unavailable`; known devices come before strangers',
  ),
  password_hashes_of_caller: refused('accounts', 10, 'passwords that wait to be hashed', '`unavailable`', 'address'),
  paced_refusals: replaced('accounts', 64, 'refusals of sign-ins that wait for their turn', 'answered at once'),
  mails: refused('accounts', 1_000, 'mails that wait to be sent', 'the mail is dropped, and the log says so'),
  security_events: refused(
    'accounts',
    5_000,
    'security events that wait for the store',
    'the event is in the log alone',
  ),
  sent_security_events: refused(
    'accounts',
    10_000,
    'security events that wait for `SECURITY_LOG_URL`',
    'the event is in the log and the store alone',
  ),
  event_streams_of_key: refused(
    'service',
    4,
    'open event streams; an address of the demo counts as a key',
    '`plan_limit`',
    'key',
  ),
  event_streams_of_demo: refused('service', 500, 'open event streams without a key', '`plan_limit`'),
  held_events: replaced(
    'service',
    1_000,
    'the newest events, about 300 bytes each',
    'the oldest is read from the store',
  ),
  webhook_calls: replaced('service', 50, 'webhooks that are being called', 'the event waits'),
  webhook_calls_of_account: replaced('service', 5, 'webhooks that are being called', 'the event waits', 'account'),
  host_lookups: replaced('service', 64, 'look-ups of the hosts of webhooks', 'the look-up waits, until its deadline'),
  host_lookups_of_account: replaced(
    'service',
    2,
    'look-ups of the hosts of webhooks',
    'the look-up waits, until its deadline',
    'account',
  ),
  waiting_host_lookups: replaced(
    'service',
    1_000,
    'look-ups of the hosts of webhooks that wait for their turn',
    'the newest of the account with the longest line fails',
  ),
  heavy_waiting: refused(
    'gateway',
    100,
    'large answers that wait for their turn',
    '`unavailable`; the account with the longest line gives way',
  ),
  heavy_waiting_of_account: refused(
    'gateway',
    20,
    'large answers that wait for their turn',
    '`unavailable`',
    'account',
  ),
  heavy_bytes: replaced(
    'gateway',
    64_000_000,
    'bytes of large answers that are not taken yet; the last answer may exceed it',
    'no large answer is begun; one account has a quarter of it',
  ),
} as const satisfies Readonly<Record<string, Budget>>;

export type HeldName = keyof typeof HELD;
export type BudgetName = HeldName | CacheName;

const CACHES_AS_BUDGETS = Object.fromEntries(
  Object.entries(CACHES).map(([name, cache]): [string, Budget] => [
    name,
    { ...cache, beyond: 'replaced', effect: 'the oldest is dropped' },
  ]),
) as Record<CacheName, Budget>;

/**
 * Every bound on what callers can make this process hold, by the label of `loadcast_budget_ratio`. Its code takes the bound from
 * here, and a test fills each three times over. docs/security.md shows this table.
 */
export const BUDGETS: Readonly<Record<BudgetName, Budget>> = { ...HELD, ...CACHES_AS_BUDGETS };
