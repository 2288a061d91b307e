import { isLoopback, readDemoRegions, SURFACE_NAMES, servesOwnMachine, signUpPlans } from '@loadcast/accounts';
import { findPlan } from '@loadcast/core';
import { openAreas } from '@loadcast/service';
import type { Config } from '../../../config.js';
import { buildCheck, type Check } from './check.js';

/** What guests see, what a new account gets, and whether a browser can sign in at all. */
export function accessChecks(config: Config, isDemo: boolean): Check[] {
  return [
    buildCheck('guests', true, guestsSee(config, isDemo)),
    buildCheck('new accounts', true, newAccountsGet(config)),
    ...signInCheck(config),
  ];
}

function guestsSee(config: Config, isDemo: boolean): string {
  const regions = readDemoRegions(openAreas(), config.DEMO_REGIONS, isDemo || servesOwnMachine(config));
  if (regions === 'none') return 'see no load and no forecasts (DEMO_REGIONS)';
  const which = regions === 'all' ? 'every grid' : regions.map((id) => id.toUpperCase()).join(', ');
  return `see ${which} without a key, 60 calls an hour each (DEMO_REGIONS)`;
}

function newAccountsGet(config: Config): string {
  const plans = signUpPlans(config);
  const words = (['a', 'b', 'c'] as const).map((surface) => {
    const plan = findPlan(surface, plans[surface] ?? '');
    return `${SURFACE_NAMES[surface]} ${plan?.name ?? 'none'}`;
  });
  const who = {
    open: 'anybody may sign up',
    invite: 'only invited people sign up',
    closed: 'only you create accounts',
  };
  return `${who[config.SIGN_UP]}; plans: ${words.join(', ')} (SIGN_UP_PLAN_A, _B, _C)`;
}

function signInCheck({ BASE_URL, HOST, INSECURE_HTTP }: Config): Check[] {
  const name = 'sign-in';
  if (INSECURE_HTTP === '1') {
    const message = 'passwords and sessions may cross the network unencrypted (INSECURE_HTTP=1)';
    return [buildCheck(name, true, message)];
  }
  if (BASE_URL === undefined)
    return isLoopback(HOST)
      ? []
      : [buildCheck(name, true, 'BASE_URL is not set; it should be the address that people open')];
  const { protocol, hostname } = new URL(BASE_URL);
  if (protocol === 'https:' || isLoopback(hostname)) return [];
  const message = `browsers cannot sign in at ${BASE_URL}: they keep a session over https only`;
  const remedy =
    'Put https in front of it (OPERATIONS.md, "An office server"), or set INSECURE_HTTP=1 on a trusted network.';
  return [buildCheck(name, false, message, remedy)];
}
