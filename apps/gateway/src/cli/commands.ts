import { cachedActualsStore } from '@loadcast/core';
import { createWebhookAdmin, openLoadSource, sealedWebhooks, sealOf } from '@loadcast/service';
import { readConfig } from '../config.js';
import type { Command, CommandIo } from './command.js';
import { accountAccessCommands } from './commands/account-access.js';
import { accountCommands } from './commands/accounts.js';
import { areaCommands } from './commands/areas.js';
import { auditCommand } from './commands/audit.js';
import { createBackfillCommand, type OpenBackfill } from './commands/backfill.js';
import { backtestCommand } from './commands/backtest/backtest.js';
import { createBackupCommand } from './commands/backup.js';
import { createCompletionCommand } from './commands/completion.js';
import { createCopyCommand } from './commands/copy.js';
import { createDoctorCommand } from './commands/doctor/doctor.js';
import { createExportCommand } from './commands/export.js';
import { forecastCommand } from './commands/forecast/forecast.js';
import { createIngestCommand } from './commands/ingest.js';
import { keyCommands } from './commands/keys.js';
import { createLatenessCommand } from './commands/lateness.js';
import { createMigrateCommand } from './commands/migrate.js';
import type { OpenControl } from './commands/open-control.js';
import { plansCommand } from './commands/plans.js';
import { createRestoreCommand } from './commands/restore.js';
import { createServeCommand } from './commands/serve.js';
import { createVerifyCommand } from './commands/verify.js';
import { type OpenWebhooks, webhookCommands } from './commands/webhooks.js';
import { openEngine, openForAccounts, openStore, restoreStore } from './configured-store.js';
import { openForRealActuals } from './open-for-real-actuals.js';

const openControl: OpenControl = async (io: CommandIo) => {
  const store = await openForAccounts(io);
  return { areas: store.areas(), store: store.control, close: () => store.close() };
};

const openWebhooks: OpenWebhooks = async (io: CommandIo) => {
  const { env, err } = io;
  const store = await openForAccounts(io);
  const config = readConfig(env);
  const rules = { allowPrivate: config.WEBHOOK_PRIVATE === '1' };
  const failed = (id: string) => err(`the secret of ${id} cannot be opened: set the SECRETS_KEY of the gateways`);
  const ledger = sealedWebhooks(store.webhooks, sealOf(config), failed);
  const admin = createWebhookAdmin({ areas: store.areas, ledger, log: store.eventLog, rules });
  return { areas: store.areas(), store: store.control, admin, close: () => store.close() };
};

const openBackfill = async (env: CommandIo['env']): Promise<OpenBackfill> => {
  const { areas, actuals, close } = await openForRealActuals(env);
  const source = openLoadSource('eia', areas(), readConfig(env));
  return { areas, actuals: cachedActualsStore(actuals), source, close };
};

/** Every command, in the order in which help lists them. */
export const COMMANDS: readonly Command[] = [
  // Other commands start without all that serves.
  createServeCommand(async (options) => (await import('../compose.js')).startGateway(options)),
  createIngestCommand(openForRealActuals),
  createBackfillCommand(openBackfill),
  forecastCommand,
  backtestCommand,
  ...areaCommands(openForAccounts),
  ...accountCommands(openControl),
  ...accountAccessCommands(openControl),
  ...keyCommands(openControl),
  ...webhookCommands(openWebhooks),
  auditCommand(openControl),
  plansCommand,
  createDoctorCommand((env) => openStore(env, { role: 'control' })),
  createLatenessCommand((env) => openStore(env, { role: 'control' })),
  createVerifyCommand((env) => openStore(env, { role: 'control', acceptsDamage: true })),
  createMigrateCommand((env) => openStore(env, { role: 'control' })),
  createBackupCommand((env) => openStore(env, { role: 'control' })),
  createRestoreCommand(restoreStore),
  createExportCommand((env) => openStore(env, { role: 'control' })),
  createCopyCommand(openEngine),
  createCompletionCommand(() => COMMANDS),
];
