import { DAY_MS } from '@loadcast/core';
import { listing } from '@loadcast/observe';
import { readRegions, readTypes, type WebhookAdmin, type WebhookJson } from '@loadcast/service';
import type { CommandResult } from '../define-command.js';
import { commandsOf } from '../opened-command.js';
import { anyText, optional, required } from '../options.js';
import { readDuration } from '../values/read-values.js';
import { accountCommandOf, type OpenedControl } from './control-command.js';

const webhookCommand = accountCommandOf<OpenedControl & { readonly admin: WebhookAdmin }>();

/** A command about one webhook; its example, where it has no other. */
const OF_ONE = { argument: 'WEBHOOK_ID', example: 'whk_12 --account ana@example.com' };

const create = webhookCommand({
  name: 'webhooks create',
  summary: 'create a webhook; its secret is shown once',
  example: '--account ana@example.com --url https://example.com/loadcast',
  options: {
    url: required('URL', 'https address that receives the events', anyText),
    types: optional('LIST', 'only these types: run.published,peak.changed', (_option, text) => readTypes(text)),
    regions: optional('LIST', 'only these regions: PJM,MISO', anyText),
  },
  async run({ admin, account, areas: all, record }, { url, types, regions }, io) {
    const areas = regions === undefined ? undefined : readRegions(all, regions);
    const made = await admin.create(account.id, { url, types, areas }, io.now());
    await record('webhook-made', { detail: made.id });
    return { json: made, text: made.secret, note: `${made.id}: store the secret now, it is not shown again` };
  },
});

const list = webhookCommand({
  name: 'webhooks list',
  summary: "list an account's webhooks with their last events",
  async run({ admin, account }) {
    const webhooks = await admin.list(account.id);
    const reasons = webhooks.map(async ({ id, state }) =>
      state === 'disabled' ? (await admin.deliveries(account.id, id))[0]?.error : undefined,
    );
    return webhooksResult(webhooks, await Promise.all(reasons));
  },
});

const rotate = webhookCommand({
  name: 'webhooks rotate',
  summary: 'create another secret for a webhook, shown once; the old one also signs for a while',
  ...OF_ONE,
  example: 'whk_12 --account ana@example.com --overlap 24h',
  options: {
    overlap: optional('DURATION', 'how long both sign: 30m, 24h, 7d, 0s (default: 24h)', readDuration),
  },
  async run({ admin, account, record }, { overlap = DAY_MS }, io, [id]) {
    const rotated = await admin.rotate(account.id, id, overlap, io.now());
    await record('webhook-rotated', { detail: id });
    const note = `${id}: store the secret now, it is not shown again; the old one is valid until ${rotated.former_secret_until}`;
    return { json: rotated, text: rotated.secret, note };
  },
});

const remove = webhookCommand({
  name: 'webhooks delete',
  summary: 'delete a webhook and stop its deliveries',
  ...OF_ONE,
  isText: true,
  async run({ admin, account, record }, _, io, [id]) {
    await admin.remove(account.id, id);
    await record('webhook-removed', { detail: id });
    io.out(`deleted ${id}`);
    return 0;
  },
});

const replay = webhookCommand({
  name: 'webhooks replay',
  summary: 'resend all events since a given one',
  ...OF_ONE,
  example: 'whk_12 --account ana@example.com --event evt_12',
  options: { event: required('ID', 'id of the event, as in evt_12', anyText) },
  run: async ({ admin, account }, { event }, _, [id]) => webhooksResult([await admin.replay(account.id, id, event)]),
});

const resume = webhookCommand({
  name: 'webhooks resume',
  summary: 'resume a disabled webhook where it stopped',
  ...OF_ONE,
  run: async ({ admin, account }, _, __, [id]) => webhooksResult([await admin.resume(account.id, id)]),
});

const deliveries = webhookCommand({
  name: 'webhooks deliveries',
  summary: 'list a webhook’s deliveries of the last 7 days, with the replies',
  ...OF_ONE,
  run: async ({ admin, account }, _, __, [id]) =>
    listing(
      ['at', 'event', 'attempt', 'status', 'error'],
      await admin.deliveries(account.id, id),
      ({ at, event, attempt, status, error }) => [at, event, attempt, status ?? 'none', error],
    ),
});

/** Exits with 1 where the receiver did not take the event, so that a script can wait for one that is up. */
const test = webhookCommand({
  name: 'webhooks test',
  summary: 'send a webhook one test event and show its reply',
  ...OF_ONE,
  async run({ admin, account }, _, io, [id]) {
    const tested = await admin.test(account.id, id, io.now());
    const { event, status, error, took_ms } = tested;
    const outcome = error === '' ? `delivered (${status})` : `failed: ${error}`;
    return { json: tested, text: `${event}: ${outcome}, after ${took_ms} ms`, hasFailed: error !== '' };
  },
});

export const webhookCommands = commandsOf(create, list, rotate, remove, replay, resume, deliveries, test);

/** @param reasons why webhooks are disabled, in the order of the webhooks */
function webhooksResult(
  webhooks: readonly WebhookJson[],
  reasons: readonly (string | undefined)[] = [],
): CommandResult {
  return listing(
    ['id', 'state', 'last event', 'failing since', 'url'],
    webhooks,
    ({ id, state, last_event, failing_since, url }, n) => [
      ...[id, reasons[n] === undefined ? state : `${state} (${reasons[n]})`],
      ...[last_event ?? 'none', failing_since ?? '-', url],
    ],
  );
}
