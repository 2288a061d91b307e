import { expect, test } from 'vitest';
import { createClientAddress, createProxyTrust } from './client-address.js';

// docs/faults.md: faults 98, 115
test.each([
  { name: 'no peer is trusted by default', trusted: '', peer: '10.0.0.1', forwarded: '1.2.3.4', client: '10.0.0.1' },
  {
    name: 'a trusted peer’s word counts',
    trusted: '10.0.0.0/8',
    peer: '10.0.0.1',
    forwarded: '1.2.3.4',
    client: '1.2.3.4',
  },
  {
    name: 'what the caller put in front is ignored',
    trusted: '10.0.0.0/8',
    peer: '10.0.0.1',
    forwarded: '9.9.9.9, 1.2.3.4',
    client: '1.2.3.4',
  },
  {
    name: 'a chain of trusted proxies is walked',
    trusted: '10.0.0.0/8,::1',
    peer: '::1',
    forwarded: '1.2.3.4, 10.2.2.2',
    client: '1.2.3.4',
  },
  {
    name: 'a port behind an address is no part of it',
    trusted: '10.0.0.1',
    peer: '10.0.0.1',
    forwarded: '1.2.3.4:51234',
    client: '1.2.3.4',
  },
  {
    name: 'an IPv6 address in brackets, with a port, is that address',
    trusted: '10.0.0.1',
    peer: '10.0.0.1',
    forwarded: '[2001:db8::1]:51234',
    client: '2001:db8::1',
  },
  {
    name: 'a chain of bracketed proxies is walked',
    trusted: '2001:db8::/32',
    peer: '2001:db8::9',
    forwarded: '1.2.3.4:80, [2001:db8::1]',
    client: '1.2.3.4',
  },
  {
    name: 'brackets around junk end the chain',
    trusted: '10.0.0.1',
    peer: '10.0.0.1',
    forwarded: '1.2.3.4, [zz]:1',
    client: '10.0.0.1',
  },
  {
    name: 'an empty entry ends the chain',
    trusted: '10.0.0.1',
    peer: '10.0.0.1',
    forwarded: ',',
    client: '10.0.0.1',
  },
  { name: 'an empty header is none', trusted: '10.0.0.1', peer: '10.0.0.1', forwarded: '', client: '10.0.0.1' },
  { name: 'junk ends the chain', trusted: '10.0.0.1', peer: '10.0.0.1', forwarded: '<script>', client: '10.0.0.1' },
  {
    name: 'an IPv4 peer seen as IPv6 is the same peer',
    trusted: '127.0.0.1',
    peer: '::ffff:127.0.0.1',
    forwarded: '1.2.3.4',
    client: '1.2.3.4',
  },
  {
    name: 'without the header the proxy itself is the client',
    trusted: '10.0.0.1',
    peer: '10.0.0.1',
    forwarded: undefined,
    client: '10.0.0.1',
  },
])('clientAddress: $name', ({ trusted, peer, forwarded, client }) => {
  expect(createProxyTrust(trusted).clientAddress(peer, forwarded)).toBe(client);
});

test.each(['10.0.0.0/33', 'proxy.internal', '10.0.0/8', '::1/129'])('TRUSTED_PROXIES refuses %s', (entry) => {
  expect(() => createProxyTrust(entry)).toThrow(/TRUSTED_PROXIES/);
});

test.each([
  {
    name: 'an untrusted peer that sends it',
    trusted: '',
    peer: '192.0.2.1',
    forwarded: '1.2.3.4',
    warned: ['192.0.2.1'],
  },
  { name: 'another than the trusted', trusted: '10.0.0.1', peer: '10.0.0.2', forwarded: '', warned: ['10.0.0.2'] },
  { name: 'a trusted peer', trusted: '10.0.0.1', peer: '10.0.0.1', forwarded: '1.2.3.4', warned: [] },
  { name: 'a peer that does not send it', trusted: '', peer: '192.0.2.1', forwarded: undefined, warned: [] },
])('X-Forwarded-For of $name, sent three times, is warned of for $warned', ({ trusted, peer, forwarded, warned }) => {
  const warnings: string[] = [];
  const addressOf = createClientAddress(createProxyTrust(trusted), (address) => warnings.push(address));
  const headers = new Map(forwarded === undefined ? [] : [['x-forwarded-for', forwarded]]);
  for (let i = 0; i < 3; i += 1) addressOf({ remoteAddress: peer, headers });
  addressOf({ remoteAddress: peer === '10.0.0.1' ? peer : '192.0.2.99', headers });
  expect(warnings).toEqual(warned);
});
