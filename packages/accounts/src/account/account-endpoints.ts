import type { Endpoint } from '@loadcast/formats';
import type { AccountDeps } from './account-endpoint.js';
import {
  changePassword,
  deleteAccount,
  listPlans,
  showAccount,
  showUsage,
  showUsageHistory,
} from './handlers/own-account.js';
import { listEvents } from './handlers/own-events.js';
import {
  createForecaster,
  listForecasters,
  listRuns,
  publishForecaster,
  retireForecaster,
  submitRun,
  withdrawRun,
} from './handlers/own-forecasters.js';
import { createKey, listKeys, revokeOwnKey, rotateOwnKey } from './handlers/own-keys.js';
import { endOwnSession, listSessions } from './handlers/own-sessions.js';
import {
  createWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  replayWebhook,
  resumeWebhook,
  rotateWebhook,
  testWebhook,
} from './handlers/own-webhooks.js';
import { askReset, confirmReset } from './handlers/reset.js';
import {
  confirmSecondFactor,
  offerSecondFactor,
  removeSecondFactor,
  showSecondFactor,
} from './handlers/second-factor.js';
import { signIn, signOut } from './handlers/sign-in.js';
import { confirmSignUp, signUp } from './handlers/sign-up.js';
import { confirmPage, resetPage } from './link-pages.js';

/** Every endpoint under `/account`. Adding one is a file and a line here. */
export const ACCOUNT_ENDPOINTS: readonly Endpoint<AccountDeps>[] = [
  signUp,
  signIn,
  signOut,
  confirmPage,
  confirmSignUp,
  askReset,
  resetPage,
  confirmReset,
  showAccount,
  listPlans,
  showUsage,
  showUsageHistory,
  listKeys,
  createKey,
  rotateOwnKey,
  revokeOwnKey,
  listSessions,
  endOwnSession,
  showSecondFactor,
  offerSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  listWebhooks,
  createWebhook,
  rotateWebhook,
  removeWebhook,
  listDeliveries,
  replayWebhook,
  resumeWebhook,
  testWebhook,
  listForecasters,
  createForecaster,
  publishForecaster,
  retireForecaster,
  submitRun,
  listRuns,
  withdrawRun,
  listEvents,
  changePassword,
  deleteAccount,
];
