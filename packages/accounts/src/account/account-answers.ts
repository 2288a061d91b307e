import { utcText } from '@loadcast/formats';
import { z } from 'zod';
import { surfacesUsed, usageHours } from '../access/usage/usage-answer.js';

const success = <S extends z.ZodType>(data: S) => z.strictObject({ status: z.literal('success'), data });
const orNull = <S extends z.ZodType>(schema: S) => schema.nullable();

const plan = z.strictObject({
  surface: z.enum(['a', 'b', 'c']),
  id: z.string(),
  name: z.string(),
  requests_per_hour: orNull(z.int()).describe('Null: no limit.'),
  requests_per_day: orNull(z.int()),
  region_requests_per_day: orNull(z.int()),
  max_keys: orNull(z.int()),
  horizons: z.array(z.string()),
  resolutions: z.array(z.string()),
  quantiles: z.boolean().describe('Whether p10 and p90 are given.'),
  history_days: orNull(z.number()),
  max_range_days: z.int(),
  custom: z.boolean(),
});

const account = z.strictObject({
  id: z.string(),
  email: z.string(),
  created_at: utcText(),
  plans: z.strictObject({ a: orNull(plan), b: orNull(plan), c: orNull(plan) }),
  max_keys: orNull(z.int()),
});

const keyFields = {
  id: z.string(),
  last4: z.string().describe('The last four characters of the key.'),
  label: z.string(),
  state: z.string().describe('Whether it works.'),
  created_at: utcText(),
  expires_at: orNull(utcText()),
  revoked_at: orNull(utcText()),
  last_used_at: orNull(utcText()),
  replaced_by: orNull(z.string()).describe('The key that followed it by rotation.'),
};
const key = z.strictObject(keyFields);

const session = z.strictObject({
  id: z.string(),
  created_at: utcText(),
  used_at: utcText(),
  ends_at: utcText(),
  from: z.string(),
  agent: z.string(),
  current: z.boolean().describe('Whether this request uses it.'),
});

const event = z.strictObject({
  id: z.string(),
  at: utcText(),
  event: z.string(),
  outcome: z.enum(['done', 'refused', 'failed']),
  account_id: orNull(z.string()),
  via: z.string(),
  from: z.string(),
  key_id: orNull(z.string()),
  detail: z.string(),
});

const webhookFields = {
  id: z.string(),
  url: z.string(),
  types: orNull(z.array(z.string())).describe('Null is all.'),
  regions: orNull(z.array(z.string())).describe('Null is all.'),
  state: z.enum(['active', 'retrying', 'disabled']),
  created_at: utcText(),
  last_event: orNull(z.string()).describe('The last event that was delivered or skipped.'),
  failing_since: orNull(utcText()),
  attempts: z.int(),
  next_attempt_at: orNull(utcText()),
};
const webhook = z.strictObject(webhookFields);

const callFields = {
  at: utcText(),
  event: z.string(),
  status: orNull(z.int()).describe('Null: there was no answer.'),
  error: z.string(),
  took_ms: z.int(),
};
const delivery = z.strictObject({ ...callFields, attempt: z.int() });

/** Answers under `/account`. */
export const ACCOUNT_ANSWERS = {
  message: success(z.strictObject({ message: z.string() })),
  account: success(account),
  plans: success(z.array(plan)),
  usage: success(surfacesUsed),
  usageHistory: success(usageHours).extend({ meta: z.strictObject({ days: z.int(), generated_at: utcText() }) }),
  keys: success(z.array(key)),
  key: success(key),
  issuedKey: success(z.strictObject({ key: z.string().describe('The key itself, shown once.'), ...keyFields })),
  webhooks: success(z.array(webhook)),
  webhook: success(webhook),
  issuedWebhook: success(z.strictObject({ ...webhookFields, secret: z.string().describe('Shown once.') })),
  rotatedWebhook: success(
    z.strictObject({
      ...webhookFields,
      secret: z.string().describe('Shown once.'),
      former_secret_until: utcText().describe('End of the overlap in which the old secret signs too.'),
    }),
  ),
  deliveries: success(z.array(delivery)),
  webhookTest: success(z.strictObject(callFields)),
  sessions: success(z.array(session)),
  events: success(z.array(event)),
  secondFactor: success(z.strictObject({ enabled: z.boolean(), recovery_codes_left: z.int() })),
  offeredFactor: success(z.strictObject({ secret: z.string(), uri: z.string() })),
  recoveryCodes: success(z.strictObject({ recovery_codes: z.array(z.string()).describe('Shown once.') })),
} as const;
