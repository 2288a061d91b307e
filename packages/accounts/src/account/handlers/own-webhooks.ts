import { LIMITS } from '@loadcast/core/budgets';
import { utcText } from '@loadcast/formats';
import { traceHeaders } from '@loadcast/formats/node';
import { regionsParameter, typesParameter } from '@loadcast/service';
import { z } from 'zod';
import { accountEndpoint, jsonBody } from '../account-endpoint.js';
import { rotation } from './own-keys.js';
import { messageAnswer, successAnswer } from './success.js';

const webhookFields = {
  id: z.string(),
  url: z.string(),
  types: z.nullable(z.array(z.string())).describe('Null is all.'),
  regions: z.nullable(z.array(z.string())).describe('Null is all.'),
  state: z.enum(['active', 'retrying', 'disabled']),
  created_at: utcText(),
  last_event: z.nullable(z.string()).describe('The last event that was delivered or skipped.'),
  failing_since: z.nullable(utcText()),
  attempts: z.int(),
  next_attempt_at: z.nullable(utcText()),
};
const webhookSchema = z.strictObject(webhookFields);

const callFields = {
  at: utcText(),
  event: z.string(),
  status: z.nullable(z.int()).describe('Null: there was no answer.'),
  error: z.string(),
  took_ms: z.int(),
};
const deliverySchema = z.strictObject({ ...callFields, attempt: z.int() });

export const webhooksAnswer = successAnswer(z.array(webhookSchema));
const webhookAnswer = successAnswer(webhookSchema);
const issuedFields = { ...webhookFields, secret: z.string().describe('Shown once.') };
export const issuedWebhookAnswer = successAnswer(z.strictObject(issuedFields));
export const rotatedWebhookAnswer = successAnswer(
  z.strictObject({
    ...issuedFields,
    former_secret_until: utcText().describe('End of the overlap in which the old secret signs too.'),
  }),
);
export const webhookTestAnswer = successAnswer(z.strictObject(callFields));

export const webhookWishes = z.object({
  url: z.string('a string').max(LIMITS.url_characters.bound),
  /** Comma lists, as in the query of `/v1/events`. */
  types: typesParameter().optional(),
  regions: regionsParameter().optional(),
});

export const listWebhooks = accountEndpoint({
  method: 'GET',
  path: '/webhooks',
  name: 'listWebhooks',
  title: 'The webhooks of the account',
  answer: webhooksAnswer,
  result: ({ caller }, { webhooks }) => webhooks.list(caller.id),
});

export const createWebhook = accountEndpoint({
  method: 'POST',
  path: '/webhooks',
  name: 'createWebhook',
  title: 'Send events to an address; the secret is shown once',
  event: 'webhook-made',
  body: jsonBody(webhookWishes),
  namesOwnAreas: true,
  status: 201,
  answer: issuedWebhookAnswer,
  charges: 'keysMade',
  async result({ caller, body, now, note }, { webhooks }) {
    const { url, types, regions } = body;
    const made = await webhooks.create(caller.id, { url, types, areas: regions }, now);
    note.detail = made.id;
    return made;
  },
});

export const rotateWebhook = accountEndpoint({
  method: 'POST',
  path: '/webhooks/{id}/rotate',
  name: 'rotateWebhook',
  title: 'Create another secret, shown once; the old one also signs for a while',
  event: 'webhook-rotated',
  body: jsonBody(rotation),
  answer: rotatedWebhookAnswer,
  charges: 'keysMade',
  async result({ caller, id, body, now, note }, { webhooks }) {
    note.detail = id;
    return await webhooks.rotate(caller.id, id, body.overlap_seconds * 1000, now);
  },
});

export const removeWebhook = accountEndpoint({
  method: 'DELETE',
  path: '/webhooks/{id}',
  name: 'deleteWebhook',
  title: 'Delete a webhook',
  event: 'webhook-removed',
  answer: messageAnswer,
  async result({ caller, id, note }, { webhooks }) {
    await webhooks.remove(caller.id, id);
    note.detail = id;
    return { message: 'The webhook was deleted.' };
  },
});

export const listDeliveries = accountEndpoint({
  method: 'GET',
  path: '/webhooks/{id}/deliveries',
  name: 'listDeliveries',
  title: 'Deliveries of the last 7 days, newest first',
  answer: successAnswer(z.array(deliverySchema)),
  result: ({ caller, id }, { webhooks }) => webhooks.deliveries(caller.id, id),
});

export const replayWebhook = accountEndpoint({
  method: 'POST',
  path: '/webhooks/{id}/replay',
  name: 'replayWebhook',
  title: 'Resend all events since a given one; 20 an hour, resumptions included',
  body: jsonBody(z.object({ event: z.string('the id of an event').max(40) })),
  answer: webhookAnswer,
  charges: 'webhookRestarts',
  result: ({ caller, id, body }, { webhooks }) => webhooks.replay(caller.id, id, body.event),
});

export const testWebhook = accountEndpoint({
  method: 'POST',
  path: '/webhooks/{id}/test',
  name: 'testWebhook',
  title: 'Call a webhook once with a signed event of type webhook.test; 20 an hour',
  answer: webhookTestAnswer,
  charges: 'webhookTests',
  result: ({ caller, id, now, request }, { webhooks }) => webhooks.test(caller.id, id, now, traceHeaders(request)),
});

export const resumeWebhook = accountEndpoint({
  method: 'POST',
  path: '/webhooks/{id}/resume',
  name: 'resumeWebhook',
  title: 'Resume a disabled webhook where it stopped; 20 an hour, replays included',
  answer: webhookAnswer,
  charges: 'webhookRestarts',
  result: ({ caller, id }, { webhooks }) => webhooks.resume(caller.id, id),
});
