import { randomBytes } from 'node:crypto';
import type { EpochMs } from '@loadcast/core';
import { type QuotaCall, type QuotaReading, type QuotaUsage, subjectOf } from '@loadcast/core/quota';
import { noteUsed } from './local-budget.js';
import { LocalBudgets } from './local-budgets.js';
import { CHARGE, HEARTBEAT } from './quota-scripts.js';
import { type Ask, buildReading, buildUsage, chargeArguments, parseReply, type Reply } from './quota-wire.js';
import { describeError, isRefusal, RedisLink } from './redis-link.js';
import type { RedisQuotaCounters, RedisQuotaOptions } from './redis-quota-options.js';
import { noteCounts, openSeenCounts, wentBack } from './seen-counts.js';

const REPLY_MS = 50;
const PROBE_MS = 100;
const HEARTBEAT_MS = 1_000;
const GATEWAY_GONE_SECONDS = 5;

/**
 * Quota counters in Redis or Valkey: a script a call, or for many calls of an account that is far from its limits.
 *
 * Never fails and never waits longer than `replyMs`: while Redis is stopped, slow, full, read-only or gone, a budget in
 * this process decides, and its charges are added to the shared counters when they are back. Counts that Redis lost are
 * put back from what gateways saw last.
 */
export async function openRedisQuota(options: RedisQuotaOptions): Promise<RedisQuotaCounters> {
  const counters = new RedisQuota(options);
  await counters.start();
  return counters;
}

class RedisQuota implements RedisQuotaCounters {
  readonly #link: RedisLink;
  readonly #prefix: string;
  readonly #key = (subject: string): string => `${this.#prefix}q:{${subject}}`;
  readonly #callersClock: boolean;
  readonly #onState: (state: 'local' | 'shared', reason: string) => void;
  readonly #gateway = randomBytes(6).toString('hex');
  readonly #seen = openSeenCounts();
  readonly #local: LocalBudgets;
  readonly #restoring = new Map<string, Promise<void>>();
  /** Gives up every request that waits for Redis. */
  readonly #waiting = new Set<(reason: string) => void>();
  readonly #timers: NodeJS.Timeout[] = [];
  #state: 'shared' | 'local' = 'local';
  #trouble: string | undefined;
  #gateways = 1;
  #beating: Promise<void> | undefined;
  /** Server's clock less the caller's. */
  #skewMs = 0;
  /** The latest time on the caller's clock. */
  #lastNow: EpochMs = Date.now();
  #closed = false;

  constructor({ url, prefix = '', clock = 'server', replyMs = REPLY_MS, onState = () => {} }: RedisQuotaOptions) {
    this.#prefix = prefix;
    this.#callersClock = clock === 'caller';
    this.#onState = onState;
    this.#link = new RedisLink({
      url,
      replyMs,
      onReady: () => void this.#beat(),
      onClose: () => this.#goLocal(this.#link.reasonOf('the connection was closed')),
    });
    this.#local = new LocalBudgets({
      link: this.#link,
      seen: this.#seen,
      gateway: this.#gateway,
      gateways: () => this.#gateways,
      keyOf: this.#key,
      seconds: (hour) =>
        this.#callersClock ? String(hour === undefined ? Math.floor(this.#lastNow / 1000) : hour * 3_600) : '',
      onFailure: (reason) => this.#goLocal(reason),
    });
  }

  async start(): Promise<void> {
    await this.#link.connect();
    await this.#beat();
    const beatIn = (state: 'shared' | 'local', ms: number) =>
      setInterval(() => {
        if (this.#state === state) void this.#beat();
      }, ms).unref();
    this.#timers.push(beatIn('local', PROBE_MS), beatIn('shared', HEARTBEAT_MS));
  }

  get degraded(): boolean {
    return this.#state === 'local' || this.#local.areDegraded;
  }

  get trouble(): string | undefined {
    return this.#state === 'local' ? this.#trouble : undefined;
  }

  get gateways(): number {
    return this.#gateways;
  }

  charge(call: QuotaCall, now: EpochMs): QuotaReading | Promise<QuotaReading> {
    return this.#apply(askOf(1, call, now));
  }

  peek(call: QuotaCall, now: EpochMs): QuotaReading | Promise<QuotaReading> {
    return this.#apply(askOf(0, call, now));
  }

  refund(call: QuotaCall, chargedAt: EpochMs, now: EpochMs): QuotaReading | Promise<QuotaReading> {
    return this.#apply(askOf(-1, call, now, chargedAt));
  }

  async usage(accountId: string, surface: QuotaCall['surface'], now: EpochMs): Promise<QuotaUsage> {
    const subject = subjectOf(accountId, surface);
    const at = now + this.#skewMs;
    await this.#local.endLease(subject);
    if (this.#state === 'shared' && !this.#local.has(subject)) {
      try {
        const hash = await this.#link.inTime(this.#link.hash(this.#key(subject)));
        return buildUsage(new Map(Object.entries(hash).map(([field, used]) => [field, Number(used)])), at);
      } catch (error) {
        this.#goLocal(describeError(error));
      }
    }
    return buildUsage(this.#local.of(subject).total(), at);
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of this.#timers) clearInterval(timer);
    try {
      await this.#local.endLeases(true, () => this.#state === 'shared');
      await this.#local.mergeWhile(() => true);
      await this.#link.inTime(this.#link.leave(`${this.#prefix}q:gateways`, this.#gateway));
    } catch {
      // Redis is away: charges counted meanwhile are lost with this process.
    }
    this.#link.close();
  }

  #apply(ask: Ask): QuotaReading | Promise<QuotaReading> {
    const { call, subject, now } = ask;
    this.#lastNow = now;
    if (this.#state === 'local') return this.#applyLocal(ask);
    // Without its local counts Redis would decide wrongly: they go first.
    const merging = this.#local.merging(subject);
    if (merging) return merging.then(() => this.#apply(ask));
    const lent = this.#local.lentTo(subject);
    if (lent?.isLent(call, now + this.#skewMs)) return this.#applyLocal(ask, lent);
    if (lent) return this.#local.endLease(subject).then(() => this.#apply(ask));
    return this.#local.has(subject) ? this.#applyLocal(ask) : this.#applyShared(ask);
  }

  #applyShared(ask: Ask): Promise<QuotaReading> {
    return new Promise((resolve) => {
      let waits = true;
      const settle = () => {
        waits = false;
        stop();
        this.#waiting.delete(giveUp);
      };
      const giveUp = (reason: string) => {
        if (!waits) return;
        settle();
        this.#goLocal(reason);
        resolve(this.#applyLocal(ask));
      };
      const stop = this.#link.deadline(giveUp);
      this.#waiting.add(giveUp);
      this.#command(ask).then(
        (reply) => {
          if (!waits) return this.#tooLate(ask, reply);
          settle();
          resolve(this.#accept(ask, reply));
        },
        (error) => giveUp(describeError(error)),
      );
    });
  }

  #applyLocal({ operation, call, subject, now, chargedAt }: Ask, budget = this.#local.of(subject)): QuotaReading {
    const at = now + this.#skewMs;
    if (operation === 1) return budget.charge(call, at);
    // The instant of a charge is by the deciding clock already.
    if (operation === -1) budget.add(call, chargedAt, -1);
    return budget.read(call, at);
  }

  /** Redis counted a charge after all that had been given up, and decided here. */
  #tooLate({ operation, call, subject }: Ask, [admitted, s]: Reply): void {
    if (operation === 1 && admitted === 1) this.#local.of(subject).alreadyShared(call, s * 1000);
  }

  #accept(ask: Ask, reply: Reply): QuotaReading | Promise<QuotaReading> {
    const { operation, call, subject, now } = ask;
    const reading = buildReading(call, reply);
    this.#link.noteReply();
    if (!this.#callersClock) this.#skewMs = reading.now - now;
    const restoring = this.#restoring.get(subject) ?? this.#restoreIfLost(ask, reply, reading);
    if (restoring) return restoring.then(() => this.#afterRestoring(ask, reading));
    noteCounts(this.#seen, subject, call, reading, { epoch: reply[4], connection: this.#link.connections });
    const lent = this.#local.lentTo(subject);
    // The request was under way when the lease began.
    if (lent) noteUsed(lent.seen, call, reading);
    if (operation === 1 && reading.allowed) this.#local.lend(subject, call, reading);
    return reading;
  }

  /** Counts that went back are put back, when Redis lost the hash or was away in between. */
  #restoreIfLost({ subject, call }: Ask, reply: Reply, reading: QuotaReading): Promise<void> | undefined {
    const seen = this.#seen.get(subject);
    if (!seen || !wentBack(seen, call, reading)) return undefined;
    const lost = seen.epoch !== '' && seen.epoch !== reply[4];
    const reconnected = seen.connection !== this.#link.connections;
    if (!lost && !reconnected) return undefined;
    const restoring = this.#local
      .restore(subject, seen, reconnected)
      .then(() => void this.#seen.delete(subject))
      .catch((error) => this.#goLocal(describeError(error)))
      .finally(() => this.#restoring.delete(subject));
    this.#restoring.set(subject, restoring);
    return restoring;
  }

  /** A charge that a hash without its past had let through is judged again by the whole count. */
  async #afterRestoring(ask: Ask, reading: QuotaReading): Promise<QuotaReading> {
    const { call, now } = ask;
    const isCharge = ask.operation === 1;
    try {
      if (isCharge && reading.allowed) await this.#link.inTime(this.#command(askOf(-1, call, now, reading.now)));
      return buildReading(call, await this.#link.inTime(this.#command(askOf(isCharge ? 1 : 0, call, now))));
    } catch (error) {
      this.#goLocal(describeError(error));
      return reading;
    }
  }

  #goLocal(reason: string): void {
    this.#report('local', reason);
    if (this.#state === 'local') return;
    this.#state = 'local';
    for (const giveUp of [...this.#waiting]) giveUp(reason);
    setImmediate(() => void this.#beat());
  }

  /** While the local budget decides, another word of Redis is news; which way it cannot be reached is not. */
  #report(state: 'shared' | 'local', reason: string): void {
    const isNews = this.#state === 'shared' || !this.#trouble || (isRefusal(reason) && reason !== this.#trouble);
    this.#trouble = state === 'local' ? reason : undefined;
    if (isNews && !this.#closed) this.#onState(state, reason);
  }

  /** Says that this gateway lives, and finds out whether Redis answers and takes writes. */
  #beat(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    this.#beating ??= this.#beatOnce().finally(() => {
      this.#beating = undefined;
    });
    return this.#beating;
  }

  async #beatOnce(): Promise<void> {
    try {
      const args = [this.#gateway, String(GATEWAY_GONE_SECONDS)];
      const alive = await this.#link.inTime(this.#link.run(HEARTBEAT, `${this.#prefix}q:gateways`, args));
      this.#gateways = Math.max(1, Number(alive));
      this.#link.noteReply();
      if (this.#state === 'local') await this.#goShared();
      else await this.#local.endLeases(false, () => this.#state === 'shared');
    } catch (error) {
      this.#goLocal(this.#link.reasonOf(error));
      this.#link.reconnectIfSilent();
    }
  }

  async #goShared(): Promise<void> {
    // Accounts without a local budget go to Redis again at once, the others when theirs has arrived there.
    this.#state = 'shared';
    // Stops when a request gave up meanwhile: what Redis did with that one must be known first.
    await this.#local.mergeWhile(() => this.#state === 'shared');
    if (this.#state === 'shared') this.#report('shared', 'Redis answers');
  }

  #command(ask: Ask): Promise<Reply> {
    const args = chargeArguments(ask, this.#callersClock ? ask.now : undefined);
    return this.#link.run(CHARGE, this.#key(ask.subject), args).then(parseReply);
  }
}

function askOf(operation: Ask['operation'], call: QuotaCall, now: EpochMs, chargedAt = now): Ask {
  return { operation, call, subject: subjectOf(call.accountId, call.surface), now, chargedAt };
}
