import { type AreaId, type Areas, type EpochMs, ServiceError } from '@loadcast/core';
import { LIMITS } from '@loadcast/core/budgets';
import { isoUtc } from '@loadcast/formats';
import type { DeliveryRecord, EventLog, WebhookLedger, WebhookRecord } from '@loadcast/storage/sqlite';
import { newId } from '../../new-id.js';
import { type EventType, eventId, placeOf } from '../service-event.js';
import { type CallOptions, type CallWebhook, createWebhookCall } from './call.js';
import { newSecret, secretsAt, signedHeaders } from './sign.js';
import { readTarget, type TargetRules } from './target.js';
import { stateAt } from './webhook-sender.js';

const MOST_WEBHOOKS = LIMITS.webhooks.bound;
const MOST_DELIVERIES = 200;

export interface WebhookWishes {
  readonly url: string;
  readonly types?: readonly EventType[] | undefined;
  readonly areas?: readonly AreaId[] | undefined;
}

/** What owners, and operators for them, do with webhooks. Every method takes the account, and finds no others. */
export interface WebhookAdmin {
  list(accountId: string): Promise<readonly WebhookJson[]>;
  /** @throws {ServiceError} invalid_parameter; plan_limit: the account has all that it may have */
  create(accountId: string, wishes: WebhookWishes, now: EpochMs): Promise<WebhookJson & { readonly secret: string }>;
  /** @throws {ServiceError} not_found, as all that follow */
  remove(accountId: string, id: string): Promise<void>;
  /** Makes another secret. Calls are signed with both until the overlap ends; secrets of earlier rotations are no longer valid. */
  rotate(accountId: string, id: string, overlapMs: number, now: EpochMs): Promise<RotatedWebhookJson>;
  deliveries(accountId: string, id: string): Promise<readonly DeliveryJson[]>;
  /** Sends everything from an event on again, also to a webhook that was disabled. @throws {ServiceError} not_found */
  replay(accountId: string, id: string, event: string): Promise<WebhookJson>;
  resume(accountId: string, id: string): Promise<WebhookJson>;
  /** Calls it once with an event without data, in any state, and changes none of it. */
  test(accountId: string, id: string, now: EpochMs, headers?: CallOptions['headers']): Promise<TestCallJson>;
}

export interface WebhookAdminDeps {
  areas(accountId?: string): Areas;
  readonly ledger: WebhookLedger;
  readonly log: Pick<EventLog, 'newest' | 'at'>;
  readonly rules: TargetRules;
  /** Absent: calls with look-ups of their own. */
  readonly call?: CallWebhook;
}

export function createWebhookAdmin({
  areas,
  ledger,
  log,
  rules,
  call = createWebhookCall(rules),
}: WebhookAdminDeps): WebhookAdmin {
  const shown = (webhook: WebhookRecord): WebhookJson => webhookJson(areas(webhook.accountId), webhook);

  async function own(accountId: string, id: string): Promise<WebhookRecord> {
    const webhook = await ledger.get(id);
    if (webhook?.accountId === accountId) return webhook;
    throw new ServiceError('not_found', 'There is no webhook with this id.', undefined);
  }

  async function goOn(webhook: WebhookRecord, place: number): Promise<WebhookJson> {
    await ledger.reset(webhook.id, stateAt(place));
    return shown({ ...webhook, ...stateAt(place) });
  }

  return {
    list: async (accountId) => (await ledger.list(accountId)).map(shown),
    async create(accountId, { url, types = [], areas = [] }, now) {
      const target = readTarget(url, rules);
      if ((await ledger.list(accountId)).length >= MOST_WEBHOOKS) {
        throw new ServiceError('plan_limit', `An account may have up to ${MOST_WEBHOOKS} webhooks.`, { plan: 'any' });
      }
      const asked = { accountId, url: target, types: types.join(), areas: areas.join(), createdAt: now };
      const identity = { id: newId('whk'), secret: newSecret(), formerSecret: null, formerUntil: null };
      const webhook: WebhookRecord = { ...asked, ...identity, ...stateAt(await log.newest()) };
      await ledger.add(webhook);
      return { ...shown(webhook), secret: webhook.secret };
    },
    async remove(accountId, id) {
      await ledger.remove((await own(accountId, id)).id);
    },
    async rotate(accountId, id, overlapMs, now) {
      const webhook = await own(accountId, id);
      const [secret, until] = [newSecret(), now + overlapMs];
      await ledger.rotate(webhook.id, secret, until);
      return { ...shown(webhook), secret, former_secret_until: isoUtc(until) };
    },
    async deliveries(accountId, id) {
      return (await ledger.deliveries((await own(accountId, id)).id, MOST_DELIVERIES)).map(deliveryJson);
    },
    async replay(accountId, id, event) {
      const webhook = await own(accountId, id);
      const place = placeOf(event);
      if (place === undefined || !(await log.at(place))) {
        throw new ServiceError('not_found', 'There is no event with this id, or it is older than 8 days.', undefined);
      }
      return goOn(webhook, place - 1);
    },
    async resume(accountId, id) {
      const webhook = await own(accountId, id);
      return goOn(webhook, webhook.place);
    },
    async test(accountId, id, now, more = {}) {
      const webhook = await own(accountId, id);
      const event = newId('test');
      const body = JSON.stringify({ id: event, type: 'webhook.test', at: isoUtc(now), data: {} });
      const startedAt = performance.now();
      const headers = { ...more, ...signedHeaders(secretsAt(webhook, now), event, now, body) };
      const { signal } = new AbortController();
      const { status, error } = await call(webhook.url, { accountId, headers, body, signal });
      return { at: isoUtc(now), event, status, error, took_ms: Math.round(performance.now() - startedAt) };
    },
  };
}

export type WebhookJson = ReturnType<typeof webhookJson>;
/** The webhook with its new secret, which is shown once, and the end of the old one. */
export type RotatedWebhookJson = WebhookJson & { readonly secret: string; readonly former_secret_until: string };
export type DeliveryJson = ReturnType<typeof deliveryJson>;
/** A call to try a webhook out, which is never repeated. */
export type TestCallJson = Omit<DeliveryJson, 'attempt'>;

const listOf = (text: string): string[] | null => (text === '' ? null : text.split(','));

/** A webhook as its owner sees it, without its secret. */
export function webhookJson(all: Areas, webhook: WebhookRecord) {
  const { id, url, types, areas, createdAt, place, failingSince, attempts, nextAt, disabledAt } = webhook;
  return {
    id,
    url,
    types: listOf(types),
    regions: listOf(areas)?.map((area) => all.codeOf(area)) ?? null,
    state: disabledAt !== null ? 'disabled' : attempts > 0 ? 'retrying' : 'active',
    created_at: isoUtc(createdAt),
    last_event: place === 0 ? null : eventId(place),
    failing_since: failingSince === null ? null : isoUtc(failingSince),
    attempts,
    next_attempt_at: attempts > 0 && disabledAt === null ? isoUtc(nextAt) : null,
  };
}

function deliveryJson({ at, seq, attempt, status, error, tookMs }: DeliveryRecord) {
  return { at: isoUtc(at), event: eventId(seq), attempt, status, error, took_ms: tookMs };
}
