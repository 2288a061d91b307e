import { setTimeout as sleep } from 'node:timers/promises';
import { type AreaId, type Areas, type EpochMs, HOUR_MS, MINUTE_MS, type Plan } from '@loadcast/core';
import { BUDGETS, watchBudget } from '@loadcast/core/budgets';
import type { EventLog, WebhookLedger, WebhookRecord, WebhookState } from '@loadcast/storage/sqlite';
import { type EventType, eventId, eventOf, passes, type ServiceEvent } from '../service-event.js';
import { type Called, type CallWebhook, GONE } from './call.js';
import { secretsAt, signedHeaders } from './sign.js';

const LOOK_EVERY_MS = 1_000;
const LOOK_FOR_FIRST_MS = 5_000;
const PAGE = 100;
/** Events of one turn of a webhook: a replay of a week then calls its receiver a few times a second, not hundreds. */
const EVENTS_A_TURN = 10;
/** Waits between attempts; the last is repeated. */
const BACK_OFF_MS = [5_000, 30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS];
const LONGEST_WAIT_MS = Math.max(...BACK_OFF_MS);
/** A receiver that refuses for so long, and as often as `FEWEST_ATTEMPTS`, is called no more. */
export const GIVEN_UP_AFTER_MS = 24 * HOUR_MS;
/** A day has about 28 attempts. The count does not depend on the clock, which may jump a day. */
const FEWEST_ATTEMPTS = 20;

export interface SenderDeps {
  areas(): Areas;
  readonly log: Pick<EventLog, 'after' | 'newest'>;
  readonly webhooks: WebhookLedger;
  /** The plan of an account on surface A; undefined: it has none, or is suspended or deleted. */
  readonly planOf: (accountId: string) => Promise<Plan | undefined>;
  /** The clock of calls: signatures, back-off. */
  readonly now: () => EpochMs;
  /** The clock of sent data: how far back the plan sees. A replay's is in the past. */
  readonly serviceNow: () => EpochMs;
  readonly outcome: (outcome: 'delivered' | 'failed' | 'disabled', webhook: WebhookRecord) => void;
  readonly failed: (err: unknown) => void;
  /** Called at each look with how many webhooks are disabled; with 0 at the end. */
  readonly disabled?: (count: number) => void;
  readonly call: CallWebhook;
  readonly lookEveryMs?: number;
}

/**
 * The leader's duty: calls webhooks, each in the order of events and one event at a time, until the signal. A receiver
 * that does not answer delays no other one. How far a webhook has come is kept after each delivery, so a process that
 * is killed is followed by one that sends its last event again, and loses none. Never rejects.
 */
export async function sendWebhooks(deps: SenderDeps, signal: AbortSignal): Promise<void> {
  const underWay = new Turns();
  let hasWebhooks = false;
  while (!signal.aborted) {
    try {
      const webhooks = await deps.webhooks.list();
      hasWebhooks = webhooks.length > 0;
      const head = hasWebhooks ? await deps.log.newest() : 0;
      deps.disabled?.(webhooks.filter(({ disabledAt }) => disabledAt !== null).length);
      for (const webhook of underWay.inTurn(webhooks)) {
        const isDue = webhook.disabledAt === null && webhook.place < head && isTimeFor(webhook, deps.now());
        if (isDue && underWay.mayBegin(webhook))
          underWay.begin(webhook, deliver(deps, webhook, signal).catch(deps.failed));
      }
    } catch (err) {
      if (!signal.aborted) deps.failed(err);
    }
    const usualMs = hasWebhooks ? LOOK_EVERY_MS : LOOK_FOR_FIRST_MS;
    await sleep(deps.lookEveryMs ?? usualMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
  deps.disabled?.(0);
  await underWay.ended();
}

class Turns {
  readonly #underWay = new Map<string, { readonly accountId: string; readonly ended: Promise<void> }>();
  /** The webhook whose turn began last. */
  #last = '';

  constructor() {
    watchBudget('webhook_calls', this.#underWay, ({ size }) => size);
    watchBudget('webhook_calls_of_account', this, (turns) => turns.#mostOfAccount());
  }

  /** All webhooks in round-robin order, so that one with a long backlog does not delay the others. */
  inTurn(webhooks: readonly WebhookRecord[]): readonly WebhookRecord[] {
    const next = webhooks.findIndex(({ id }) => id === this.#last) + 1;
    return [...webhooks.slice(next), ...webhooks.slice(0, next)];
  }

  mayBegin({ id, accountId }: WebhookRecord): boolean {
    const hasRoom = this.#underWay.size < BUDGETS.webhook_calls.bound;
    return hasRoom && !this.#underWay.has(id) && this.#callsOf(accountId) < BUDGETS.webhook_calls_of_account.bound;
  }

  begin({ id, accountId }: WebhookRecord, sending: Promise<void>): void {
    this.#last = id;
    this.#underWay.set(id, { accountId, ended: sending.finally(() => this.#underWay.delete(id)) });
  }

  async ended(): Promise<void> {
    await Promise.all([...this.#underWay.values()].map(({ ended }) => ended));
  }

  #callsOf(accountId: string): number {
    return [...this.#underWay.values()].filter((each) => each.accountId === accountId).length;
  }

  #mostOfAccount(): number {
    return Math.max(0, ...[...this.#underWay.values()].map(({ accountId }) => this.#callsOf(accountId)));
  }
}

/** Delivers what a webhook has not yet got, until it refuses, has all, or its turn is over. */
async function deliver(deps: SenderDeps, webhook: WebhookRecord, signal: AbortSignal): Promise<void> {
  let { place } = webhook;
  let attempts = webhook.attempts;
  const plan = await deps.planOf(webhook.accountId);
  const filter = filterOf(webhook);
  const { accountId } = webhook;
  for (let delivered = 0; delivered < EVENTS_A_TURN && !signal.aborted; ) {
    const areas = deps.areas();
    const page = (await deps.log.after(place, PAGE)).map((logged) => eventOf(areas, logged));
    if (page.length === 0) return;
    const next = plan && page.find((event) => passes(filter, { accountId, plan }, deps.serviceNow(), event));
    if (!next) {
      const passed = page.at(-1)!.seq;
      await deps.webhooks.settle(webhook.id, place, stateAt(passed), undefined);
      place = passed;
      continue;
    }
    const isDelivered = await attempt(deps, { ...webhook, place, attempts }, next, signal);
    if (!isDelivered) return;
    place = next.seq;
    attempts = 0;
    delivered++;
  }
}

/** One call with the secrets valid at that moment, and the resulting changes. @returns whether the event was accepted */
async function attempt(
  deps: SenderDeps,
  webhook: WebhookRecord,
  event: ServiceEvent,
  signal: AbortSignal,
): Promise<boolean> {
  const { webhooks, now, outcome, call } = deps;
  const kept = await webhooks.get(webhook.id);
  if (!kept) return false; // it was deleted meanwhile
  const at = now();
  const startedAt = performance.now();
  const headers = signedHeaders(secretsAt(kept, at), eventId(event.seq), at, event.json);
  const { retryAfterMs = 0, ...called } = await call(webhook.url, {
    accountId: webhook.accountId,
    headers,
    body: event.json,
    signal,
  });
  if (signal.aborted && called.status === null) return false; // the next leader tries it
  const isTaken = called.error === '';
  const state = isTaken ? stateAt(event.seq) : refusedState(webhook, { ...called, retryAfterMs }, now());
  const tookMs = Math.round(performance.now() - startedAt);
  const delivery = { webhookId: webhook.id, at, seq: event.seq, attempt: webhook.attempts + 1, ...called, tookMs };
  await webhooks.settle(webhook.id, webhook.place, state, delivery);
  outcome(isTaken ? 'delivered' : 'failed', webhook);
  if (state.disabledAt !== null) outcome('disabled', webhook);
  return isTaken;
}

/** Nothing is wrong, and the next event is the one after a place. */
export const stateAt = (place: number): WebhookState => ({
  place,
  failingSince: null,
  attempts: 0,
  nextAt: 0,
  disabledAt: null,
});

/** Whether the wait is over. One longer than any that is ever set was set before the clock was put back. */
const isTimeFor = ({ nextAt }: WebhookRecord, now: EpochMs): boolean => nextAt <= now || nextAt > now + LONGEST_WAIT_MS;

/** The usual wait, or the one that the receiver asked for, up to an hour. */
function refusedState(
  { place, failingSince, attempts }: WebhookRecord,
  { status, retryAfterMs = 0 }: Called,
  now: EpochMs,
): WebhookState {
  const since = Math.min(failingSince ?? now, now);
  const isGivenUp = status === GONE || (now - since >= GIVEN_UP_AFTER_MS && attempts + 1 >= FEWEST_ATTEMPTS);
  const usual = BACK_OFF_MS[Math.min(attempts, BACK_OFF_MS.length - 1)]!;
  const wait = Math.min(Math.max(usual, retryAfterMs), LONGEST_WAIT_MS);
  return {
    place,
    failingSince: since,
    attempts: attempts + 1,
    nextAt: now + wait,
    disabledAt: isGivenUp ? now : null,
  };
}

function filterOf({ types, areas }: WebhookRecord) {
  return {
    ...(types !== '' && { types: types.split(',') as EventType[] }),
    ...(areas !== '' && { areas: areas.split(',') as AreaId[] }),
  };
}
