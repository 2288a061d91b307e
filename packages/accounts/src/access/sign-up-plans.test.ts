import { CONTRACT_AREAS } from '@loadcast/core';
import { expect, test } from 'vitest';
import { readDemoRegions } from './demo/demo-regions.js';
import { type ReachSettings, servesOwnMachine } from './own-machine.js';
import { signUpPlans } from './sign-up-plans.js';

const LOOPBACK: ReachSettings = { HOST: '127.0.0.1', TRUSTED_PROXIES: '' };
const WHOLE = { a: 'enterprise', b: 'enterprise', c: 'enterprise' };
const PUBLIC = { a: 'free', b: 'trial', c: null };

const REACHES: readonly { name: string; reach: Partial<ReachSettings>; isOwn: boolean }[] = [
  { name: 'the default', reach: {}, isOwn: true },
  { name: 'a name of this machine', reach: { HOST: 'localhost' }, isOwn: true },
  { name: 'another address of loopback', reach: { HOST: '127.0.0.2' }, isOwn: true },
  { name: 'loopback of IPv6', reach: { HOST: '::1', BASE_URL: 'http://[::1]:8080' }, isOwn: true },
  { name: 'a local address for links', reach: { BASE_URL: 'http://localhost:8080' }, isOwn: true },
  { name: 'every interface', reach: { HOST: '0.0.0.0' }, isOwn: false },
  { name: 'an address of the office', reach: { HOST: '10.0.0.5' }, isOwn: false },
  { name: 'a proxy on this machine', reach: { TRUSTED_PROXIES: '127.0.0.1' }, isOwn: false },
  { name: 'a public address', reach: { BASE_URL: 'https://load.example.org' }, isOwn: false },
  { name: 'a public name that begins like loopback', reach: { BASE_URL: 'http://127.example.org' }, isOwn: false },
];

test.each(REACHES)('$name: own machine $isOwn', ({ reach, isOwn }) => {
  const settings = { ...LOOPBACK, ...reach };
  expect(servesOwnMachine(settings)).toBe(isOwn);
  expect(signUpPlans(settings)).toEqual(isOwn ? WHOLE : PUBLIC);
  expect(readDemoRegions(CONTRACT_AREAS, undefined, servesOwnMachine(settings))).toEqual(isOwn ? 'all' : ['caiso']);
});

test.each([
  { name: 'on a machine of one’s own', reach: LOOPBACK, others: { b: 'enterprise', c: 'enterprise' } },
  { name: 'on every interface', reach: { ...LOOPBACK, HOST: '0.0.0.0' }, others: { b: 'trial', c: null } },
])('the choice of an operator decides, $name', ({ reach, others }) => {
  expect(signUpPlans({ ...reach, SIGN_UP_PLAN_A: 'developer' })).toEqual({ a: 'developer', ...others });
  expect(signUpPlans({ ...reach, SIGN_UP_PLAN_A: 'none' })).toEqual({ a: null, ...others });
});
