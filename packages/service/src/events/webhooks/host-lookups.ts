import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join, sep } from 'node:path';
import { BUDGETS, watchBudget } from '@loadcast/core/budgets';
import { FairQueue } from '@loadcast/observe';
import { withDeadline } from '@loadcast/sources/deadline';

const MOST_AT_ONCE = BUDGETS.host_lookups.bound;
const MOST_OF_ACCOUNT = BUDGETS.host_lookups_of_account.bound;
/** Longest look-up, with its repetitions. */
const WITHIN_MS = 5_000;
/** Not there on Windows, where only name servers are asked. */
const HOSTS_FILE = join(sep, 'etc', 'hosts');
const QUERY = { timeout: 1_500, tries: 2 };

export interface HostAddress {
  readonly address: string;
  readonly family: number;
}

/** The addresses of a host, looked up for an account. @throws {Error} there is none, or the signal aborted */
export type FindAddresses = (host: string, accountId: string, signal: AbortSignal) => Promise<readonly HostAddress[]>;

export interface HostLookupOptions {
  /** Name servers, as `address:port`. Default: the machine's name servers. */
  readonly servers?: readonly string[];
  readonly hostsFile?: string;
  readonly mostWaiting?: number;
}

/**
 * Look-ups of host names that callers choose. They end with their signal and use no thread: `dns.lookup` has four threads for
 * the whole process and no deadline, so ten names of a server that does not answer would stop every other look-up.
 *
 * Names are resolved as they are written, without search domains, by the hosts file and then both A and AAAA.
 */
export function createHostLookups({
  servers,
  hostsFile = HOSTS_FILE,
  mostWaiting = BUDGETS.waiting_host_lookups.bound,
}: HostLookupOptions = {}): FindAddresses {
  const turns = new Turns(mostWaiting);
  return async (host, accountId, signal) => {
    const name = host.replace(/\.$/, '').toLowerCase();
    const known = literalAddresses(name) ?? (await listedAddresses(hostsFile, name));
    if (known.length > 0) return known;
    await turns.begin(accountId, signal);
    try {
      return await withDeadline(signal, WITHIN_MS, 'a look-up', (within) => askServers(name, servers, within));
    } finally {
      turns.end(accountId);
    }
  };
}

const LOOPBACK: readonly HostAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** The addresses that a name is, or means everywhere. @see RFC 6761, section 6.3 */
function literalAddresses(name: string): readonly HostAddress[] | undefined {
  const family = isIP(name);
  if (family !== 0) return [{ address: name, family }];
  return /(?:^|\.)localhost$/.test(name) ? LOOPBACK : undefined;
}

async function listedAddresses(hostsFile: string, name: string): Promise<readonly HostAddress[]> {
  const text = await readFile(hostsFile, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    const family = isIP(address);
    return family !== 0 && names.includes(name) ? [{ address, family }] : [];
  });
}

async function askServers(
  name: string,
  servers: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<readonly HostAddress[]> {
  signal.throwIfAborted();
  const resolver = new Resolver(QUERY);
  if (servers) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  signal.removeEventListener('abort', cancel);
  signal.throwIfAborted();
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
  return [...addressesOf(four, 4), ...addressesOf(six, 6)];
}

function addressesOf(answer: PromiseSettledResult<readonly string[]>, family: number): HostAddress[] {
  return answer.status === 'rejected' ? [] : answer.value.map((address) => ({ address, family }));
}

/** Look-ups under way and waiting ones, in turns between accounts. */
class Turns {
  readonly #waiting = new FairQueue<{ start(): void; leave(reason: unknown): void }>();
  /** Look-ups under way by account. */
  readonly #running = new Map<string, number>();
  #count = 0;
  readonly #mostWaiting: number;

  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting;
    watchBudget('waiting_host_lookups', this, (turns) => turns.#waiting.length, mostWaiting);
    watchBudget('host_lookups', this, (turns) => turns.#count);
    watchBudget('host_lookups_of_account', this, (turns) => Math.max(0, ...turns.#running.values()));
  }

  /**
   * Resolves once a look-up of the account may start. Where too many wait, the newest of the account with the longest line gives way.
   *
   * @throws the reason of the signal, which aborted before, or an error of the one that gave way
   */
  begin(accountId: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const place = {
        start: () => {
          signal.removeEventListener('abort', abort);
          this.#add(accountId, 1);
          resolve();
        },
        leave(reason: unknown) {
          signal.removeEventListener('abort', abort);
          reject(reason);
        },
      };
      const abort = () => {
        this.#waiting.remove(accountId, place);
        place.leave(signal.reason);
      };
      signal.addEventListener('abort', abort, { once: true });
      this.#waiting.push(accountId, 1, place);
      this.#startNext();
      if (this.#waiting.length <= this.#mostWaiting) return;
      this.#waiting.takeNewest(this.#waiting.longest()!)?.leave(new Error('too many names wait to be looked up'));
    });
  }

  end(accountId: string): void {
    this.#add(accountId, -1);
    if (this.#count === 0) this.#waiting.rest();
    this.#startNext();
  }

  #startNext(): void {
    while (this.#count < MOST_AT_ONCE) {
      const next = this.#waiting.take((account) => (this.#running.get(account) ?? 0) < MOST_OF_ACCOUNT);
      if (!next) return;
      next.start();
    }
  }

  #add(accountId: string, change: number): void {
    const running = (this.#running.get(accountId) ?? 0) + change;
    if (running === 0) this.#running.delete(accountId);
    else this.#running.set(accountId, running);
    this.#count += change;
  }
}
