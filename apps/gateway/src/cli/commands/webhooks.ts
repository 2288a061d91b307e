import { type ControlStore, DAY_MS } from '@loadcast/core';
import { readRegions, readTypes, type WebhookAdmin, type WebhookJson } from '@loadcast/service';
import type { Command, CommandIo } from '../command.js';
import { defineCommand } from '../define-command.js';
import { anyText, JSON_OPTION, optional, required } from '../options.js';
import { left, table } from '../table.js';
import { readDuration } from '../values/read-duration.js';
import { findAccount, withControl } from './open-control.js';

/** Opens the store that the environment names, beside a gateway that may be serving from it. */
export type OpenWebhooks = (
  io: CommandIo,
) => Promise<{ readonly store: ControlStore; readonly admin: WebhookAdmin; close(): Promise<void> }>;

const ACCOUNT = { account: required('E', 'e-mail or id of the account', anyText) } as const;
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
async function withWebhooks(
  open: OpenWebhooks,
  io: CommandIo,
  account: string,
  work: (
    admin: WebhookAdmin,
    accountId: string,
    record: (kind: 'webhook-made' | 'webhook-rotated' | 'webhook-removed', detail: string) => Promise<void>,
  ) => Promise<number>,
): Promise<number> {
  let admin: WebhookAdmin;
  const opened = async () => {
    const all = await open(io);
    admin = all.admin;
    return all;
  };
  return withControl(opened, io, async ({ store, record }) => {
    const { id: accountId } = await findAccount(store, account);
    return work(admin, accountId, (kind, detail) => record({ kind, accountId, detail }));
  });
}

function createCommand(open: OpenWebhooks): Command {
  return defineCommand({
    name: 'webhooks create',
    summary: 'create a webhook; its secret is shown once',
    options: {
      ...ACCOUNT,
      url: required('URL', 'https address that takes the events', anyText),
      types: optional('LIST', 'only these types: run.published,peak.changed', (_option, text) => readTypes(text)),
      regions: optional('LIST', 'only these regions: PJM,MISO', (_option, text) => readRegions(text)),
      ...JSON_OPTION,
    },
    run: ({ account, url, types, regions, json }, io) =>
      withWebhooks(open, io, account, async (admin, accountId, record) => {
        const made = await admin.create(accountId, { url, types, areas: regions }, io.now());
        await record('webhook-made', made.id);
        io.out(json ? JSON.stringify(made) : made.secret);
        if (!json) io.err(`${made.id}: store the secret now, it is not shown again`);
        return 0;
      }),
  });
}

function listCommand(open: OpenWebhooks): Command {
  return defineCommand({
    name: 'webhooks list',
    summary: "list an account's webhooks with their last events",
    options: { ...ACCOUNT, ...JSON_OPTION },
    run: ({ account, json }, io) =>
      withWebhooks(open, io, account, async (admin, accountId) => {
        print(await admin.list(accountId), json, io);
        return 0;
      }),
  });
}

function rotateCommand(open: OpenWebhooks): Command {
  return defineCommand({
    name: 'webhooks rotate',
    summary: 'create another secret for a webhook, shown once; the old one also signs for a while',
    argument: ID,
    options: {
      ...ACCOUNT,
      overlap: optional('DURATION', 'how long both sign: 30m, 24h, 7d, 0s (default: 24h)', readDuration),
      ...JSON_OPTION,
    },
    run: ({ account, overlap = DAY_MS, json }, io, [id]) =>
      withWebhooks(open, io, account, async (admin, accountId, record) => {
        const rotated = await admin.rotate(accountId, id, overlap, io.now());
        await record('webhook-rotated', id);
        io.out(json ? JSON.stringify(rotated) : rotated.secret);
        if (!json) {
          io.err(
            `${id}: store the secret now, it is not shown again; the old one is valid until ${rotated.former_secret_until}`,
          );
        }
        return 0;
      }),
  });
}

function print(webhooks: readonly WebhookJson[], json: boolean, io: CommandIo): void {
  const columns = left('id', 'state', 'last event', 'failing since', 'url');
  const rows = webhooks.map(({ id, state, last_event, failing_since, url }) => [
    id,
    state,
    last_event ?? 'none',
    failing_since ?? '-',
    url,
  ]);
  if (json) io.out(JSON.stringify(webhooks));
  else for (const line of table(columns, rows)) io.out(line);
}

function changeCommands(open: OpenWebhooks): readonly Command[] {
  return [
    defineCommand({
      name: 'webhooks delete',
      summary: 'delete a webhook and stop its deliveries',
      argument: ID,
      options: ACCOUNT,
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
      options: { ...ACCOUNT, event: required('ID', 'id of the event, as in evt_12', anyText), ...JSON_OPTION },
      run: ({ account, event, json }, io, [id]) =>
        withWebhooks(open, io, account, async (admin, accountId) => {
          print([await admin.replay(accountId, id, event)], json, io);
          return 0;
        }),
    }),
    defineCommand({
      name: 'webhooks resume',
      summary: 'continue a webhook that was disabled, where it stopped',
      argument: ID,
      options: { ...ACCOUNT, ...JSON_OPTION },
      run: ({ account, json }, io, [id]) =>
        withWebhooks(open, io, account, async (admin, accountId) => {
          print([await admin.resume(accountId, id)], json, io);
          return 0;
        }),
    }),
  ];
}

function deliveriesCommand(open: OpenWebhooks): Command {
  return defineCommand({
    name: 'webhooks deliveries',
    summary: 'list a webhook’s deliveries of the last 7 days, with the replies',
    argument: ID,
    options: { ...ACCOUNT, ...JSON_OPTION },
    run: ({ account, json }, io, [id]) =>
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
        if (json) io.out(JSON.stringify(deliveries));
        else for (const line of table(columns, rows)) io.out(line);
        return 0;
      }),
  });
}

/** Exits with 1 where the receiver did not take the event, so that a script can wait for one that is up. */
function testCommand(open: OpenWebhooks): Command {
  return defineCommand({
    name: 'webhooks test',
    summary: 'send a webhook one test event and show its reply',
    argument: ID,
    options: { ...ACCOUNT, ...JSON_OPTION },
    run: ({ account, json }, io, [id]) =>
      withWebhooks(open, io, account, async (admin, accountId) => {
        const tested = await admin.test(accountId, id, io.now());
        const { event, status, error, took_ms } = tested;
        if (json) io.out(JSON.stringify(tested));
        else io.out(`${event}: ${error === '' ? `delivered (${status})` : `failed: ${error}`}, after ${took_ms} ms`);
        return error === '' ? 0 : 1;
      }),
  });
}
