import { type Areas, type ControlStore, DAY_MS } from '@loadcast/core';
import { readRegions, readTypes, type WebhookAdmin, type WebhookJson } from '@loadcast/service';
import type { Command, CommandIo } from '../command.js';
import { type CommandResult, defineCommand } from '../define-command.js';
import { anyText, optional, required } from '../options.js';
import { left, table } from '../table.js';
import { readDuration } from '../values/read-duration.js';
import { ACCOUNT_OPTION, findAccount, withControl } from './open-control.js';

/** Opens the store that the environment names, beside a gateway that may be serving from it. */
export type OpenWebhooks = (io: CommandIo) => Promise<{
  readonly areas: Areas;
  readonly store: ControlStore;
  readonly admin: WebhookAdmin;
  close(): Promise<void>;
}>;

const ID = 'WEBHOOK_ID';

/** `webhooks create`, `list`, `rotate`, `delete`, `deliveries`, `replay`, `resume` and `test`. */
export function webhookCommands(open: OpenWebhooks): readonly Command[] {
  return [
    createCommand(open),
    listCommand(open),
    rotateCommand(open),
    ...changeCommands(open),
    deliveriesCommand(open),
    testCommand(open),
  ];
}

/** Work on the webhooks of the account that an option names. */
function withWebhooks<T>(
  open: OpenWebhooks,
  io: CommandIo,
  account: string,
  work: (
    admin: WebhookAdmin,
    accountId: string,
    record: (kind: 'webhook-made' | 'webhook-rotated' | 'webhook-removed', detail: string) => Promise<void>,
    areas: Areas,
  ) => Promise<T>,
): Promise<T> {
  return withControl(open, io, async ({ store, areas, admin, record }) => {
    const { id: accountId } = await findAccount(store, account);
    return work(admin, accountId, (kind, detail) => record({ kind, accountId, detail }), areas);
  });
}

function createCommand(open: OpenWebhooks): Command {
  return defineCommand({
    name: 'webhooks create',
    summary: 'create a webhook; its secret is shown once',
    options: {
      ...ACCOUNT_OPTION,
      url: required('URL', 'https address that takes the events', anyText),
      types: optional('LIST', 'only these types: run.published,peak.changed', (_option, text) => readTypes(text)),
      regions: optional('LIST', 'only these regions: PJM,MISO', anyText),
    },
    run: ({ account, url, types, regions }, io) =>
      withWebhooks(open, io, account, async (admin, accountId, record, areas) => {
        const chosen = regions === undefined ? undefined : readRegions(areas, regions);
        const made = await admin.create(accountId, { url, types, areas: chosen }, io.now());
        await record('webhook-made', made.id);
        return { json: made, text: made.secret, note: `${made.id}: store the secret now, it is not shown again` };
      }),
  });
}

function listCommand(open: OpenWebhooks): Command {
  return defineCommand({
    name: 'webhooks list',
    summary: "list an account's webhooks with their last events",
    options: ACCOUNT_OPTION,
    run: ({ account }, io) =>
      withWebhooks(open, io, account, async (admin, accountId) => {
        const webhooks = await admin.list(accountId);
        const reasons = webhooks.map(async ({ id, state }) =>
          state === 'disabled' ? (await admin.deliveries(accountId, id))[0]?.error : undefined,
        );
        return webhooksResult(webhooks, await Promise.all(reasons));
      }),
  });
}

function rotateCommand(open: OpenWebhooks): Command {
  return defineCommand({
    name: 'webhooks rotate',
    summary: 'create another secret for a webhook, shown once; the old one also signs for a while',
    argument: ID,
    options: {
      ...ACCOUNT_OPTION,
      overlap: optional('DURATION', 'how long both sign: 30m, 24h, 7d, 0s (default: 24h)', readDuration),
    },
    run: ({ account, overlap = DAY_MS }, io, [id]) =>
      withWebhooks(open, io, account, async (admin, accountId, record) => {
        const rotated = await admin.rotate(accountId, id, overlap, io.now());
        await record('webhook-rotated', id);
        const note = `${id}: store the secret now, it is not shown again; the old one is valid until ${rotated.former_secret_until}`;
        return { json: rotated, text: rotated.secret, note };
      }),
  });
}

/** @param reasons why webhooks are disabled, in the order of the webhooks */
function webhooksResult(webhooks: readonly WebhookJson[], reasons: readonly (string | undefined)[]): CommandResult {
  const columns = left('id', 'state', 'last event', 'failing since', 'url');
  const rows = webhooks.map(({ id, state, last_event, failing_since, url }, n) => [
    id,
    reasons[n] === undefined ? state : `${state} (${reasons[n]})`,
    last_event ?? 'none',
    failing_since ?? '-',
    url,
  ]);
  return { json: webhooks, text: table(columns, rows) };
}

function changeCommands(open: OpenWebhooks): readonly Command[] {
  return [
    defineCommand({
      name: 'webhooks delete',
      summary: 'delete a webhook and stop its deliveries',
      argument: ID,
      isText: true,
      options: ACCOUNT_OPTION,
      run: ({ account }, io, [id]) =>
        withWebhooks(open, io, account, async (admin, accountId, record) => {
          await admin.remove(accountId, id);
          await record('webhook-removed', id);
          io.out(`deleted ${id}`);
          return 0;
        }),
    }),
    defineCommand({
      name: 'webhooks replay',
      summary: 'resend every event from a given one on',
      argument: ID,
      options: { ...ACCOUNT_OPTION, event: required('ID', 'id of the event, as in evt_12', anyText) },
      run: ({ account, event }, io, [id]) =>
        withWebhooks(open, io, account, async (admin, accountId) =>
          webhooksResult([await admin.replay(accountId, id, event)], []),
        ),
    }),
    defineCommand({
      name: 'webhooks resume',
      summary: 'continue a webhook that was disabled, where it stopped',
      argument: ID,
      options: ACCOUNT_OPTION,
      run: ({ account }, io, [id]) =>
        withWebhooks(open, io, account, async (admin, accountId) =>
          webhooksResult([await admin.resume(accountId, id)], []),
        ),
    }),
  ];
}

function deliveriesCommand(open: OpenWebhooks): Command {
  return defineCommand({
    name: 'webhooks deliveries',
    summary: 'list a webhook’s deliveries of the last 7 days, with the replies',
    argument: ID,
    options: ACCOUNT_OPTION,
    run: ({ account }, io, [id]) =>
      withWebhooks(open, io, account, async (admin, accountId) => {
        const deliveries = await admin.deliveries(accountId, id);
        const columns = left('at', 'event', 'attempt', 'status', 'error');
        const rows = deliveries.map(({ at, event, attempt, status, error }) => [
          at,
          event,
          `${attempt}`,
          `${status ?? 'none'}`,
          error,
        ]);
        return { json: deliveries, text: table(columns, rows) };
      }),
  });
}

/** Exits with 1 where the receiver did not take the event, so that a script can wait for one that is up. */
function testCommand(open: OpenWebhooks): Command {
  return defineCommand({
    name: 'webhooks test',
    summary: 'send a webhook one test event and show its reply',
    argument: ID,
    options: ACCOUNT_OPTION,
    run: ({ account }, io, [id]) =>
      withWebhooks(open, io, account, async (admin, accountId) => {
        const tested = await admin.test(accountId, id, io.now());
        const { event, status, error, took_ms } = tested;
        const outcome = error === '' ? `delivered (${status})` : `failed: ${error}`;
        return { json: tested, text: `${event}: ${outcome}, after ${took_ms} ms`, hasFailed: error !== '' };
      }),
  });
}
