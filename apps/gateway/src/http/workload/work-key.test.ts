import { findPlan } from '@loadcast/core';
import type { Caller } from '@loadcast/formats/node';
import { expect, test } from 'vitest';
import { workKey } from './work-key.js';

const REQUEST = {
  method: 'GET',
  authorization: undefined,
  cookie: undefined,
  remoteAddress: '192.0.2.1',
  receivedAt: 0,
  requestId: 'r',
  baseUrl: 'http://a',
};

const caller = (accountId: string, isPersonal: boolean): Caller => ({
  request: { ...REQUEST, path: '/v1/demand', query: 'regions=all', headers: new Map() },
  principal: { accountId, keyId: 'key', plan: findPlan('a', 'team')! },
  ...(isPersonal && { isPersonal }),
});

test.each([
  { name: 'two accounts of one plan', one: caller('one', false), other: caller('two', false), isShared: true },
  { name: 'two accounts, each for itself', one: caller('one', true), other: caller('two', true), isShared: false },
  {
    name: 'one account for itself, and another',
    one: caller('one', true),
    other: caller('two', false),
    isShared: false,
  },
  { name: 'one account for itself, twice', one: caller('one', true), other: caller('one', true), isShared: true },
])('work for $name is shared: $isShared', ({ one, other, isShared }) =>
  expect(workKey(one) === workKey(other)).toBe(isShared),
);
