import { utcText } from '@loadcast/formats';
import { z } from 'zod';
import { eventJson } from '../../access/events/event-json.js';
import { accountEndpoint } from '../account-endpoint.js';
import { successAnswer } from './success.js';

const eventSchema = z.strictObject({
  id: z.string(),
  at: utcText(),
  event: z.string(),
  outcome: z.enum(['done', 'refused', 'failed']),
  account_id: z.nullable(z.string()),
  via: z.string(),
  from: z.string(),
  key_id: z.nullable(z.string()),
  detail: z.string(),
});

const MOST_EVENTS = 200;

/** What happened to the caller's account, newest first: its own calls, refused ones with its e-mail, the operator's commands. */
export const listEvents = accountEndpoint({
  method: 'GET',
  path: '/events',
  name: 'listEvents',
  title: 'The newest security events of the account',
  answer: successAnswer(z.array(eventSchema)),
  async result({ caller }, { store, events }) {
    await events.flush();
    const found = await store.events({ accountId: caller.id, limit: MOST_EVENTS });
    return found.map(eventJson);
  },
});
