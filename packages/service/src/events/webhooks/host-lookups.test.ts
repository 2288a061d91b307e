import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createWebhookCall } from './call.js';
import { createHostLookups } from './host-lookups.js';

const A = 1;
const AAAA = 28;
const NO_SUCH_NAME = 3;

/** What a name server answers; undefined: nothing, ever. */
type Answer = { readonly A?: readonly number[]; readonly AAAA?: readonly number[]; readonly code?: number } | undefined;

/** A name server on this machine. @param answerOf returns the answer for a name */
async function nameServer(answerOf: (name: string) => Answer) {
  const asked = new Set<string>();
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, end } = questionOf(query);
    asked.add(name);
    const answer = answerOf(name);
    if (answer) socket.send(replyTo(query, end, answer), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return { asked, server: `127.0.0.1:${socket.address().port}` };
}

function questionOf(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), end: at + 5 };
}

/** @see RFC 1035, section 4 */
function replyTo(query: Buffer, end: number, { A: four, AAAA: six, code = 0 }: NonNullable<Answer>): Buffer {
  const type = query.readUInt16BE(end - 4);
  const data = type === A ? four : type === AAAA ? six : undefined;
  const header = Buffer.from([query[0]!, query[1]!, 0x81, 0x80 | code, 0, 1, 0, data ? 1 : 0, 0, 0, 0, 0]);
  const record = data ? [0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length, ...data] : [];
  return Buffer.concat([header, query.subarray(12, end), Buffer.from(record)]);
}

const LOOPBACK_6 = [...Array(15).fill(0), 1];
const FOUND: Readonly<Record<string, Answer>> = {
  'both.test': { A: [192, 0, 2, 1], AAAA: LOOPBACK_6 },
  'four.test': { A: [192, 0, 2, 1] },
  'six.test': { AAAA: LOOPBACK_6 },
  'none.test': { code: NO_SUCH_NAME },
  'empty.test': {},
};

test.each([
  { host: 'both.test', found: ['192.0.2.1', '::1'] },
  { host: 'BOTH.test.', found: ['192.0.2.1', '::1'] },
  { host: 'four.test', found: ['192.0.2.1'] },
  { host: 'six.test', found: ['::1'] },
  { host: 'none.test', found: 'ENOTFOUND' },
  { host: 'empty.test', found: 'ENODATA' },
  { host: 'localhost', found: ['127.0.0.1', '::1'] },
  { host: 'hook.localhost', found: ['127.0.0.1', '::1'] },
  { host: '192.0.2.7', found: ['192.0.2.7'] },
  { host: '::1', found: ['::1'] },
  { host: 'listed.test', found: ['10.0.0.5'] },
])('the addresses of $host are $found', async ({ host, found }) => {
  const folder = mkdtempSync(join(tmpdir(), 'loadcast-hosts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const hostsFile = join(folder, 'hosts');
  writeFileSync(hostsFile, '# a comment\n10.0.0.5\tother.test Listed.test # listed\nbroken listed.test\n');
  const { server } = await nameServer((name) => FOUND[name]);
  const looked = createHostLookups({ servers: [server], hostsFile })(host, 'acc_1', new AbortController().signal);
  const outcome = await looked.then(
    (addresses) => addresses.map(({ address }) => address),
    (error) => error.code,
  );
  expect(outcome).toEqual(found);
});

// docs/faults.md: fault 122
test('five accounts with ten names each that no server answers delay no other account and no other look-up', async () => {
  const { asked, server } = await nameServer((name) => (name === 'honest.test' ? { A: [127, 0, 0, 1] } : undefined));
  const receiver = createServer((_request, response) => response.writeHead(204).end()).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  onTestFinished(() => void receiver.close());
  const { port } = receiver.address() as AddressInfo;
  const call = createWebhookCall({ allowPrivate: true, findAddresses: createHostLookups({ servers: [server] }) });
  const callOf = (accountId: string, host: string, { signal } = new AbortController()) =>
    call(`http://${host}:${port}/`, { accountId, headers: {}, body: '{}', signal });
  let ended = 0;
  const leaving = Array.from({ length: 50 }, () => new AbortController());
  const calls = leaving.map(async (controller, n) => {
    const called = await callOf(`acc_${n % 5}`, `silent-${n}.test`, controller);
    ended++;
    return called;
  });
  await expect.poll(() => asked.size, { timeout: 60_000 }).toBe(10);
  expect(await callOf('acc_honest', 'honest.test')).toEqual({ status: 204, error: '' });
  expect((await lookup('localhost')).address).toBeTruthy();
  expect(ended).toBeLessThan(calls.length);
  expect(asked.size).toBeLessThanOrEqual(31); // two look-ups of each account at a time, and within ten seconds three times over
  for (const controller of leaving) controller.abort();
  expect(await Promise.all(calls)).toEqual(calls.map(() => ({ status: null, error: 'no answer in time' })));
});

// docs/faults.md: fault 116
test.each([
  { name: 'that resolves to addresses inside', host: 'both.test' },
  { name: 'that is this machine', host: 'localhost' },
  { name: 'that does not resolve', host: 'none.test' },
  { name: 'that a name server knows without addresses', host: 'empty.test' },
])('a webhook of a host $name is refused in the same words', async ({ host }) => {
  const { server } = await nameServer((name) => FOUND[name] ?? {});
  const findAddresses = createHostLookups({ servers: [server] });
  const call = createWebhookCall({ allowPrivate: false, findAddresses });
  const { signal } = new AbortController();
  expect(await call(`https://${host}/`, { accountId: 'acc_1', headers: {}, body: '{}', signal })).toEqual({
    status: null,
    error: 'the host has no public address',
  });
});
