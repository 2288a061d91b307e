import type { ControlStore } from '@loadcast/core';
import type { Surface } from '@loadcast/formats';
import type { Log } from '@loadcast/observe';
import { type CallWebhook, createWebhookAdmin, type Runtime, type SecretsSettings, sealOf } from '@loadcast/service';
import type { Access } from '../access/access.js';
import type { SecurityEvents } from '../access/events/security-events.js';
import { type BreachSettings, breachCheckOf } from '../access/passwords/breached-passwords.js';
import { sealedSecondFactors, sealSecondFactors } from '../access/secrets/sealed-second-factors.js';
import { type SignUpSettings, signUpPlans } from '../access/sign-up-plans.js';
import { createForecasterAdmin } from '../forecasters/forecaster-admin.js';
import type { Mailer } from '../mail/mailer.js';
import { createAreaAdmin } from '../own-areas/area-admin.js';
import type { SignUps } from './account-endpoint.js';
import { type AccountSurfaceOptions, createAccountSurface } from './account-surface.js';

export interface AccountSettings extends SecretsSettings, BreachSettings, SignUpSettings {
  readonly SIGN_UP: SignUps;
  readonly WEBHOOK_PRIVATE: '0' | '1';
  readonly REQUIRE_TOTP: '0' | '1';
}

interface AccountSurfaceParts extends Pick<AccountSurfaceOptions, 'writtenAddress' | 'now' | 'addressOf'> {
  readonly config: AccountSettings;
  readonly log: Log;
  readonly mailer: Mailer | undefined;
  readonly runtime: Pick<Runtime, 'store' | 'actuals' | 'submissionLog'>;
  readonly access: Access;
  readonly events: SecurityEvents;
  readonly callWebhook: CallWebhook;
}

export function openAccountSurface({
  config,
  log,
  mailer,
  runtime,
  access,
  callWebhook,
  ...rest
}: AccountSurfaceParts): Surface {
  return createAccountSurface({
    areas: runtime.store.areas,
    store: sealedStore(config, log, runtime.store.control),
    counters: access.counters,
    attempts: access.attempts,
    usageHistory: access.usageHistory,
    webhooks: createWebhookAdmin({
      areas: runtime.store.areas,
      ledger: runtime.store.webhooks,
      log: runtime.store.eventLog,
      rules: { allowPrivate: config.WEBHOOK_PRIVATE === '1' },
      call: callWebhook,
    }),
    forecasters: createForecasterAdmin(runtime.store.areas, runtime.store.forecasters, rest.now, runtime.submissionLog),
    ownAreas: createAreaAdmin({ ...runtime.store, actuals: runtime.actuals }, rest.now),
    directory: access.directory,
    signUps: config.SIGN_UP,
    signUpPlans: signUpPlans(config),
    isBreached: breachCheckOf(config, (err) => log.warn({ err }, 'a new password was not checked against leaked ones')),
    requiresSecondFactor: config.REQUIRE_TOTP === '1',
    ...rest,
    ...(mailer ? { mailer } : {}),
  });
}

/** The store with sealed secrets, where there is a key for them; earlier secrets are sealed now. */
function sealedStore(config: SecretsSettings, log: Log, store: ControlStore): ControlStore {
  const seal = sealOf(config);
  if (!seal) {
    log.warn(
      'secrets of authenticator apps and webhooks are kept readable in the database: set SECRETS_KEY, the same for all gateways',
    );
    return store;
  }
  sealSecondFactors(store, seal).then(
    (count) => count > 0 && log.info({ count }, 'secrets of authenticator apps were sealed'),
    (err) => log.warn({ err }, 'secrets of authenticator apps could not be sealed'),
  );
  return sealedSecondFactors(store, seal, (account) =>
    log.error({ account }, 'the secret of an authenticator app was sealed with another SECRETS_KEY'),
  );
}
