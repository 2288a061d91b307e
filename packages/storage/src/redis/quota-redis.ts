import { randomBytes } from 'node:crypto';
import {
  type AreaId,
  DAY_MS,
  type EpochMs,
  HOUR_MS,
  isFull,
  type QuotaCall,
  type QuotaCounters,
  type QuotaReading,
  type QuotaUsage,
  subjectOf,
} from '@loadcast/core';
import { Redis } from 'ioredis';
import { fieldNames, type LastSeen, LocalBudget } from './local-budget.js';
import { CHARGE, HEARTBEAT, MERGE, type Script } from './quota-scripts.js';

const REPLY_MS = 50;
const PROBE_MS = 100;
const HEARTBEAT_MS = 1_000;
const GATEWAY_GONE_SECONDS = 5;
/** A connection that gives no sign for so long is made anew. */
const RECONNECT_MS = 5_000;
const MAX_SEEN = 100_000;
const MERGES_AT_ONCE = 500;

export interface RedisQuotaOptions {
  /** redis://... or rediss://... of Redis 6.2 or later, or Valkey. Run it with `maxmemory-policy noeviction`. */
  readonly url: string;
  /** In front of every key. */
  readonly prefix?: string;
  /**
   * Whose clock decides: the server's (default; all gateways agree), or the caller's, for replays and tests. With the
   * caller's clock, windows that lie in the past of the server's are forgotten at once.
   */
  readonly clock?: 'server' | 'caller';
  /** No request waits longer for Redis, ms (50); the first that does opens the local budget for all. */
  readonly replyMs?: number;
  /** Told when the local budget opens, with the reason, and when Redis is obeyed again. */
  readonly onState?: (state: 'local' | 'shared', reason: string) => void;
}

/** Counters shared by all gateways. */
export interface RedisQuotaCounters extends QuotaCounters {
  /** Whether requests are decided from the local budget at the moment. */
  readonly degraded: boolean;
  /** Live gateways, this one included, by the last heartbeat that got through. */
  readonly gateways: number;
  close(): Promise<void>;
}

type Reply = [admitted: number, s: number, us: number, retry: number, epoch: string, ...used: number[]];

/**
 * Quota counters in Redis or Valkey: one script and one round trip a call.
 *
 * Never fails and never waits longer than `replyMs`: while Redis is stopped, slow, full, read-only or gone, a budget in this
 * process decides, and what it handed out is added to the shared counters when they are back. Counts that Redis lost are
 * put back from what gateways saw last.
 */
export async function openRedisQuota(options: RedisQuotaOptions): Promise<RedisQuotaCounters> {
  const counters = new RedisQuota(options);
  await counters.start();
  return counters;
}

class RedisQuota implements RedisQuotaCounters {
  readonly #redis: Redis;
  readonly #prefix: string;
  readonly #callersClock: boolean;
  readonly #replyMs: number;
  readonly #onState: (state: 'local' | 'shared', reason: string) => void;
  readonly #gateway = randomBytes(6).toString('hex');
  readonly #seen = new Map<string, LastSeen & { connection: number }>();
  readonly #local = new Map<string, LocalBudget>();
  /** Gives up every request that waits for Redis. */
  readonly #waiting = new Set<(reason: string) => void>();
  readonly #healing = new Map<string, Promise<void>>();
  readonly #timers: NodeJS.Timeout[] = [];
  #state: 'shared' | 'local' = 'local';
  #gateways = 1;
  /** Grows with each connection: counts may have gone back in between. */
  #connection = 0;
  #merges = 0;
  #probing: Promise<void> | undefined;
  /** By the caller's clock. */
  #lastNow: EpochMs = Date.now();
  #lastReplyAt = performance.now();
  /** Server's clock less the caller's. */
  #skewMs = 0;
  #closed = false;

  constructor({ url, prefix = '', clock = 'server', replyMs = REPLY_MS, onState = () => {} }: RedisQuotaOptions) {
    this.#replyMs = replyMs;
    this.#prefix = prefix;
    this.#callersClock = clock === 'caller';
    this.#onState = onState;
    this.#redis = new Redis(url, {
      lazyConnect: true,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      connectTimeout: 1_000,
      retryStrategy: (attempt) => Math.min(50 * attempt, 500),
      connectionName: 'loadcast-quota',
    });
    this.#redis.on('ready', () => {
      this.#connection += 1;
      this.#lastReplyAt = performance.now();
      void this.#probe();
    });
    this.#redis.on('close', () => this.#goLocal('the connection was closed'));
    // Every failure comes out of the command that met it as well.
    this.#redis.on('error', () => {});
  }

  async start(): Promise<void> {
    await this.#redis.connect().catch(() => {});
    await this.#probe();
    this.#timers.push(
      setInterval(() => {
        if (this.#state === 'local') void this.#probe();
      }, PROBE_MS).unref(),
      setInterval(() => {
        if (this.#state === 'shared') void this.#probe();
      }, HEARTBEAT_MS).unref(),
    );
  }

  get degraded(): boolean {
    return this.#state === 'local' || this.#local.size > 0;
  }

  get gateways(): number {
    return this.#gateways;
  }

  charge(call: QuotaCall, now: EpochMs): QuotaReading | Promise<QuotaReading> {
    return this.#apply(1, call, now, now);
  }

  peek(call: QuotaCall, now: EpochMs): QuotaReading | Promise<QuotaReading> {
    return this.#apply(0, call, now, now);
  }

  refund(call: QuotaCall, chargedAt: EpochMs, now: EpochMs): QuotaReading | Promise<QuotaReading> {
    return this.#apply(-1, call, now, chargedAt);
  }

  async usage(accountId: string, surface: QuotaCall['surface'], now: EpochMs): Promise<QuotaUsage> {
    const subject = subjectOf(accountId, surface);
    const at = now + this.#skewMs;
    const counts = new Map<string, number>();
    if (this.#state === 'shared' && !this.#local.has(subject)) {
      try {
        const raw = await this.#withDeadline(this.#redis.hgetall(this.#key(subject)));
        for (const [field, used] of Object.entries(raw)) counts.set(field, Number(used));
        return usageOf(counts, at);
      } catch (error) {
        this.#goLocal(messageOf(error));
      }
    }
    const budget = this.#budget(subject);
    for (const [field, used] of budget.seen.used) counts.set(field, used);
    for (const [field, added] of budget.added) counts.set(field, (counts.get(field) ?? 0) + added);
    return usageOf(counts, at);
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of this.#timers) clearInterval(timer);
    try {
      await this.#mergeWhile(() => true);
      await this.#withDeadline(this.#redis.zrem(this.#gatewaysKey, this.#gateway));
    } catch {
      // Redis is away: what was handed out meanwhile goes with this process.
    }
    this.#redis.disconnect();
  }

  #apply(
    operation: 1 | 0 | -1,
    call: QuotaCall,
    now: EpochMs,
    chargedAt: EpochMs,
  ): QuotaReading | Promise<QuotaReading> {
    const subject = subjectOf(call.accountId, call.surface);
    this.#lastNow = now;
    if (this.#state === 'local' || this.#local.has(subject)) return this.#applyLocal(operation, call, now, chargedAt);
    return new Promise((resolve) => {
      let waits = true;
      const settle = () => {
        waits = false;
        clearTimeout(timer);
        this.#waiting.delete(giveUp);
      };
      const giveUp = (reason: string) => {
        if (!waits) return;
        settle();
        this.#goLocal(reason);
        resolve(this.#applyLocal(operation, call, now, chargedAt));
      };
      // A reply that has arrived is read before the next immediate: a busy event loop is not a slow Redis.
      const timer = setTimeout(() => setImmediate(() => giveUp(`no reply in ${this.#replyMs} ms`)), this.#replyMs);
      this.#waiting.add(giveUp);
      this.#command(operation, call, now, chargedAt).then(
        (reply) => {
          if (!waits) return this.#tooLate(operation, call, reply);
          settle();
          resolve(this.#accept(operation, call, now, reply));
        },
        (error) => giveUp(messageOf(error)),
      );
    });
  }

  #applyLocal(operation: 1 | 0 | -1, call: QuotaCall, now: EpochMs, chargedAt: EpochMs): QuotaReading {
    const budget = this.#budget(subjectOf(call.accountId, call.surface));
    const at = now + this.#skewMs;
    if (operation === 1) return budget.charge(call, at);
    // The instant of a charge is by the deciding clock already.
    if (operation === -1) budget.add(call, chargedAt, -1);
    return budget.read(call, at);
  }

  #budget(subject: string): LocalBudget {
    const known = this.#local.get(subject);
    if (known) return known;
    const budget = new LocalBudget(this.#seen.get(subject), this.#gateways);
    this.#local.set(subject, budget);
    return budget;
  }

  /** Redis counted a call after all that the local budget had counted too, or refused: takes it back from the latter. */
  #tooLate(operation: 1 | 0 | -1, call: QuotaCall, reply: Reply): void {
    const [admitted, s] = reply;
    if (operation === 1 && admitted === 1)
      this.#budget(subjectOf(call.accountId, call.surface)).alreadyShared(call, s * 1000);
  }

  async #accept(operation: 1 | 0 | -1, call: QuotaCall, now: EpochMs, reply: Reply): Promise<QuotaReading> {
    const subject = subjectOf(call.accountId, call.surface);
    const reading = readingOf(call, reply);
    this.#lastReplyAt = performance.now();
    if (!this.#callersClock) this.#skewMs = reading.now - now;
    const healing = this.#healing.get(subject) ?? this.#healIfLost(subject, call, reply, reading);
    if (!healing) {
      this.#remember(subject, call, reply[4], reading);
      return reading;
    }
    await healing;
    return this.#afterHealing(operation, call, now, reading);
  }

  /** A charge that a hash without its past had let through is judged again by the whole count. */
  async #afterHealing(
    operation: 1 | 0 | -1,
    call: QuotaCall,
    now: EpochMs,
    reading: QuotaReading,
  ): Promise<QuotaReading> {
    try {
      const whole = readingOf(call, await this.#withDeadline(this.#command(0, call, now, now)));
      if (operation !== 1 || !reading.allowed || fits(call, whole)) return { ...whole, allowed: reading.allowed };
      await this.#withDeadline(this.#command(-1, call, now, reading.now));
      return readingOf(call, await this.#withDeadline(this.#command(1, call, now, now)));
    } catch (error) {
      this.#goLocal(messageOf(error));
      return reading;
    }
  }

  #healIfLost(subject: string, call: QuotaCall, reply: Reply, reading: QuotaReading): Promise<void> | undefined {
    const seen = this.#seen.get(subject);
    if (!seen) return undefined;
    const names = fieldNames(call, reading.now);
    const wentBack =
      (seen.used.get(names.hour) ?? 0) > reading.hourUsed || (seen.used.get(names.day) ?? 0) > reading.dayUsed;
    const lost = seen.epoch !== '' && seen.epoch !== reply[4];
    const reconnected = seen.connection !== this.#connection;
    if (!wentBack || !(lost || reconnected)) return undefined;
    const healing = this.#merge(subject, seen, new Map(), reading.now, reconnected)
      .then(() => {
        this.#seen.delete(subject);
      })
      .catch((error) => this.#goLocal(messageOf(error)))
      .finally(() => this.#healing.delete(subject));
    this.#healing.set(subject, healing);
    return healing;
  }

  #remember(subject: string, call: QuotaCall, epoch: string, reading: QuotaReading): void {
    const { hour, day, regions } = fieldNames(call, reading.now);
    const known = this.#seen.get(subject);
    const isCurrent = known?.epoch === epoch && known.used.has(hour) && known.connection === this.#connection;
    const seen = isCurrent ? known : { epoch, used: new Map<string, number>(), connection: this.#connection };
    if (!isCurrent) {
      // Regions that this call did not ask for keep what was seen of them today.
      for (const [field, used] of known?.used ?? []) {
        if (field.startsWith(`r${day.slice(1)}:`)) seen.used.set(field, used);
      }
      if (!known && this.#seen.size >= MAX_SEEN) {
        const oldest = this.#seen.keys().next().value;
        if (oldest !== undefined) this.#seen.delete(oldest);
      }
      this.#seen.set(subject, seen);
    }
    seen.used.set(hour, reading.hourUsed);
    seen.used.set(day, reading.dayUsed);
    regions.forEach((field, i) => {
      seen.used.set(field, reading.regionUsed[i] ?? 0);
    });
  }

  #goLocal(reason: string): void {
    if (this.#state === 'local') return;
    this.#state = 'local';
    if (!this.#closed) this.#onState('local', reason);
    for (const giveUp of [...this.#waiting]) giveUp(reason);
    setImmediate(() => void this.#probe());
  }

  /** Heartbeat: says that this gateway lives, and finds out whether Redis answers and takes writes. */
  #probe(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    this.#probing ??= this.#beat().finally(() => {
      this.#probing = undefined;
    });
    return this.#probing;
  }

  async #beat(): Promise<void> {
    try {
      const args = [this.#gateway, String(GATEWAY_GONE_SECONDS)];
      const alive = await this.#withDeadline(this.#run(HEARTBEAT, this.#gatewaysKey, args));
      this.#gateways = Math.max(1, Number(alive));
      this.#lastReplyAt = performance.now();
      if (this.#state === 'local') await this.#goShared();
    } catch (error) {
      this.#goLocal(messageOf(error));
      if (this.#redis.status === 'ready' && performance.now() - this.#lastReplyAt > RECONNECT_MS) {
        this.#lastReplyAt = performance.now();
        this.#redis.disconnect(true);
      }
    }
  }

  async #goShared(): Promise<void> {
    // Accounts without a local budget go to Redis again at once, the others when theirs was sent.
    this.#state = 'shared';
    // Stops when a request gave up meanwhile: what Redis did with that one must be known first.
    await this.#mergeWhile(() => this.#state === 'shared');
    if (this.#state === 'shared') this.#onState('shared', 'Redis answers');
  }

  async #mergeWhile(holds: () => boolean): Promise<void> {
    while (this.#local.size > 0 && holds()) {
      const batch = [...this.#local].slice(0, MERGES_AT_ONCE);
      const results = await Promise.allSettled(
        batch.map(([subject, budget]) => {
          // Commands keep their order on the connection: a charge sent after a merge is counted after it.
          this.#local.delete(subject);
          const seen = { ...budget.sum(), connection: this.#connection };
          this.#seen.set(subject, seen);
          return this.#merge(subject, budget.seen, budget.added, this.#lastNow, true).then((epoch) => {
            seen.epoch = epoch;
          });
        }),
      );
      let failed: unknown;
      results.forEach((result, i) => {
        const [subject, budget] = batch[i] ?? [];
        if (result.status === 'fulfilled' || subject === undefined || !budget) return;
        failed = result.reason;
        this.#takeBack(subject, budget);
      });
      if (failed !== undefined) throw failed;
    }
  }

  /** A merge that did not get through: its charges count again with those made since. */
  #takeBack(subject: string, budget: LocalBudget): void {
    for (const [field, count] of this.#local.get(subject)?.added ?? []) {
      budget.added.set(field, (budget.added.get(field) ?? 0) + count);
    }
    this.#local.set(subject, budget);
  }

  async #merge(
    subject: string,
    seen: LastSeen,
    added: ReadonlyMap<string, number>,
    now: EpochMs,
    mayHaveGoneBack: boolean,
  ): Promise<string> {
    this.#merges += 1;
    const fields = [...new Set([...seen.used.keys(), ...added.keys()])];
    const seconds = this.#callersClock ? String(Math.floor(now / 1000)) : '';
    const args = [seen.epoch, seconds, mayHaveGoneBack ? '1' : '0', this.#gateway, String(this.#merges)];
    for (const field of fields) args.push(field, String(seen.used.get(field) ?? 0), String(added.get(field) ?? 0));
    // Sent whole, not by its digest: sent again after NOSCRIPT it would come after charges that were sent after it.
    const merged = this.#redis.eval(MERGE.lua, 1, this.#key(subject), ...args);
    return String(await this.#withDeadline(merged, Math.max(1_000, this.#replyMs)));
  }

  #command(operation: 1 | 0 | -1, call: QuotaCall, now: EpochMs, chargedAt: EpochMs): Promise<Reply> {
    const { hour, day, regionDay } = call.limits;
    const at = this.#callersClock ? [String(Math.floor(now / 1000)), String((now % 1000) * 1000)] : ['', ''];
    return this.#run(CHARGE, this.#key(subjectOf(call.accountId, call.surface)), [
      String(operation),
      String(hour ?? -1),
      String(day ?? -1),
      String(regionDay ?? -1),
      ...at,
      String(Math.floor(chargedAt / 1000)),
      call.keyId,
      ...call.regions,
    ]).then(replyOf);
  }

  async #run({ lua, sha1 }: Script, key: string, args: readonly string[]): Promise<unknown> {
    try {
      return await this.#redis.evalsha(sha1, 1, key, ...args);
    } catch (error) {
      if (!messageOf(error).startsWith('NOSCRIPT')) throw error;
      return this.#redis.eval(lua, 1, key, ...args);
    }
  }

  async #withDeadline<T>(work: Promise<T>, ms = this.#replyMs): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => setImmediate(() => reject(new Error(`no reply in ${ms} ms`))), ms);
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  #key(subject: string): string {
    return `${this.#prefix}q:{${subject}}`;
  }

  get #gatewaysKey(): string {
    return `${this.#prefix}q:gateways`;
  }
}

function replyOf(raw: unknown): Reply {
  if (!Array.isArray(raw) || raw.length < 7) throw new TypeError('an unknown reply of the quota script');
  const [admitted, s, us, retry, epoch, ...used] = raw;
  return [Number(admitted), Number(s), Number(us), Number(retry), String(epoch), ...used.map(Number)];
}

function readingOf(
  call: QuotaCall,
  [admitted, s, us, retry, , hourUsed = 0, dayUsed = 0, ...regionUsed]: Reply,
): QuotaReading {
  const refused = admitted === 0;
  return {
    allowed: !refused,
    now: s * 1000 + Math.floor(us / 1000),
    hourUsed,
    dayUsed,
    regionUsed,
    hourViolated: refused && isFull(hourUsed, call.limits.hour),
    dayViolated: refused && isFull(dayUsed, call.limits.day),
    regionViolated: refused ? regionUsed.map((used) => isFull(used, call.limits.regionDay)) : [],
    retryAt: retry * 1000,
    degraded: false,
  };
}

/** Whether counts that include a call are within its limits. */
function fits({ limits }: QuotaCall, { hourUsed, dayUsed, regionUsed }: QuotaReading): boolean {
  const within = (used: number, limit: number | null) => limit === null || used <= limit;
  return (
    within(hourUsed, limits.hour) &&
    within(dayUsed, limits.day) &&
    regionUsed.every((used) => within(used, limits.regionDay))
  );
}

function usageOf(counts: ReadonlyMap<string, number>, now: EpochMs): QuotaUsage {
  const day = Math.floor(now / DAY_MS);
  const named = <Name extends string>(kind: 'r' | 'k', isName: (name: string) => name is Name) => {
    const start = `${kind}${day}:`;
    const found = new Map<Name, number>();
    for (const [field, used] of counts) {
      const name = field.slice(start.length);
      if (field.startsWith(start) && isName(name)) found.set(name, used);
    }
    return found;
  };
  return {
    now,
    hourUsed: counts.get(`h${Math.floor(now / HOUR_MS)}`) ?? 0,
    dayUsed: counts.get(`d${day}`) ?? 0,
    regions: named('r', (name): name is AreaId => !name.includes(':')),
    keys: named('k', (name): name is string => !name.includes(':')),
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
