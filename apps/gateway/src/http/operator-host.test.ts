import { expect, test } from 'vitest';
import { isOperatorHost } from './operator-host.js';

const OWN_NAMES = ['Gw1.example.org'];

test.each([
  { host: undefined, allowed: true },
  { host: '127.0.0.1:9090', allowed: true },
  { host: '10.1.2.3', allowed: true },
  { host: '[::1]:9090', allowed: true },
  { host: 'localhost:9090', allowed: true },
  { host: 'gateway:9090', allowed: true },
  { host: 'gw1.example.org:9090', allowed: true },
  { host: 'rebound.example.com:9090', allowed: false },
  { host: '127.0.0.1.example.com', allowed: false },
  { host: 'localhost.', allowed: false },
  { host: '', allowed: false },
])('the operator’s port serves Host $host: $allowed', ({ host, allowed }) => {
  expect(isOperatorHost(host, OWN_NAMES)).toBe(allowed);
});
