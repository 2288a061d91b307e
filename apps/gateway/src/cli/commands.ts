import { createForecasterAdmin } from '@loadcast/accounts';
import { cachedActualsStore } from '@loadcast/core';
import {
  createWebhookAdmin,
  openEngine,
  openLoadSource,
  openSubmissionLog,
  restoreStore,
  sealedWebhooks,
  sealOf,
} from '@loadcast/service';
import { readConfig } from '../config.js';
import type { Command, CommandIo } from './command.js';
import { accountAccessCommands } from './commands/account-access.js';
import { accountCommands } from './commands/accounts.js';
import { areaCommands } from './commands/areas.js';
import { auditCommand } from './commands/audit.js';
import { createBackfillCommand, type OpenBackfill } from './commands/backfill.js';
import { backtestCommand } from './commands/backtest/backtest.js';
import { createCompletionCommand } from './commands/completion.js';
import { createDoctorCommand } from './commands/doctor/doctor.js';
import { createExportCommand } from './commands/export.js';
import { forecastCommand } from './commands/forecast/forecast.js';
import { forecasterCommands } from './commands/forecasters.js';
import { createIngestCommand } from './commands/ingest.js';
import { keyCommands } from './commands/keys.js';
import { createLatenessCommand } from './commands/lateness.js';
import { plansCommand } from './commands/plans.js';
import { createServeCommand } from './commands/serve.js';
import {
  createBackupCommand,
  createCopyCommand,
  createMigrateCommand,
  createRestoreCommand,
} from './commands/store-commands.js';
import { createVerifyCommand } from './commands/verify.js';
import { webhookCommands } from './commands/webhooks.js';
import { workCommand } from './commands/work.js';
import { openForAccounts, openStore } from './configured-store.js';
import { openForRealActuals } from './open-for-real-actuals.js';

const openControl = async (io: CommandIo) => {
  const store = await openForAccounts(io);
  return { areas: store.areas(), store: store.control, close: () => store.close() };
};

const openWebhooks = async (io: CommandIo) => {
  const { env, err } = io;
  const store = await openForAccounts(io);
  const config = readConfig(env);
  const rules = { allowPrivate: config.WEBHOOK_PRIVATE === '1' };
  const failed = (id: string) => err(`the secret of ${id} cannot be opened: set the SECRETS_KEY of the gateways`);
  const ledger = sealedWebhooks(store.webhooks, sealOf(config), failed);
  const admin = createWebhookAdmin({ areas: store.areas, ledger, log: store.eventLog, rules });
  return { areas: store.areas(), store: store.control, admin, close: () => store.close() };
};

const openForecasters = async (io: CommandIo) => {
  const store = await openForAccounts(io);
  const log = openSubmissionLog(store.forecasters, readConfig(io.env));
  const admin = createForecasterAdmin(store.areas, store.forecasters, io.now, log);
  return { areas: store.areas(), store: store.control, admin, close: () => store.close() };
};

const openBackfill = async ({ env }: CommandIo): Promise<OpenBackfill> => {
  const { areas, actuals, close } = await openForRealActuals(env);
  const source = openLoadSource('eia', areas, readConfig(env));
  return { areas, actuals: cachedActualsStore(actuals), source, close };
};

const openBeside = ({ env }: CommandIo) => openStore(env, { role: 'control' });

export const COMMANDS: readonly Command[] = [
  // Other commands start without all that serves.
  createServeCommand(async (options) => (await import('../compose.js')).startGateway(options)),
  workCommand,
  createIngestCommand(({ env }) => openForRealActuals(env)),
  createBackfillCommand(openBackfill),
  forecastCommand,
  backtestCommand,
  ...areaCommands(openForAccounts),
  ...accountCommands(openControl),
  ...accountAccessCommands(openControl),
  ...keyCommands(openControl),
  ...forecasterCommands(openForecasters),
  ...webhookCommands(openWebhooks),
  auditCommand(openControl),
  plansCommand,
  createDoctorCommand((env) => openStore(env, { role: 'control' })),
  createLatenessCommand(openBeside),
  createVerifyCommand(({ env }) => openStore(env, { role: 'control', acceptsDamage: true })),
  createMigrateCommand(openBeside),
  createBackupCommand(openBeside),
  createRestoreCommand((env, backup, options) => restoreStore(readConfig(env), backup, options)),
  createExportCommand(openBeside),
  createCopyCommand((env, engine) => openEngine(readConfig(env), engine)),
  createCompletionCommand(() => COMMANDS),
];
