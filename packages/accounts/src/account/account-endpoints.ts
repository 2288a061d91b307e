import type { Endpoint } from '@loadcast/formats';
import type { AccountDeps } from './account-endpoint.js';
import * as account from './handlers/own-account.js';
import * as areas from './handlers/own-areas.js';
import * as events from './handlers/own-events.js';
import * as forecasters from './handlers/own-forecasters.js';
import * as keys from './handlers/own-keys.js';
import * as sessions from './handlers/own-sessions.js';
import * as webhooks from './handlers/own-webhooks.js';
import * as resets from './handlers/reset.js';
import * as secondFactors from './handlers/second-factor.js';
import * as signIns from './handlers/sign-in.js';
import * as signUps from './handlers/sign-up.js';
import * as pages from './link-pages.js';

/** Every endpoint under `/account`. Adding one is a file and a line here. */
export const ACCOUNT_ENDPOINTS: readonly Endpoint<AccountDeps>[] = [
  signUps.signUp,
  signIns.signIn,
  signIns.signOut,
  pages.confirmPage,
  signUps.confirmSignUp,
  resets.askReset,
  pages.resetPage,
  resets.confirmReset,
  account.showAccount,
  account.listPlans,
  account.showUsage,
  account.showUsageHistory,
  keys.listKeys,
  keys.createKey,
  keys.rotateOwnKey,
  keys.revokeOwnKey,
  sessions.listSessions,
  sessions.endOwnSession,
  secondFactors.showSecondFactor,
  secondFactors.offerSecondFactor,
  secondFactors.confirmSecondFactor,
  secondFactors.removeSecondFactor,
  webhooks.listWebhooks,
  webhooks.createWebhook,
  webhooks.rotateWebhook,
  webhooks.removeWebhook,
  webhooks.listDeliveries,
  webhooks.replayWebhook,
  webhooks.resumeWebhook,
  webhooks.testWebhook,
  forecasters.listForecasters,
  forecasters.createForecaster,
  forecasters.publishForecaster,
  forecasters.retireForecaster,
  forecasters.submitRun,
  forecasters.listRuns,
  forecasters.withdrawRun,
  areas.listAreas,
  areas.addArea,
  areas.feedArea,
  areas.retireArea,
  events.listEvents,
  account.changePassword,
  account.deleteAccount,
];
