import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createBreachCheck } from './breached-passwords.js';
import { hashPassword } from './password.js';

const LEAKED = 'a leaked passphrase';
const REST = createHash('sha1').update(LEAKED).digest('hex').toUpperCase().slice(5);

/** A range service that answers every range so. */
async function rangeService(status: number, body: string) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const failures: unknown[] = [];
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/range/`;
  return { asked, failures, isBreached: createBreachCheck(address, (error) => failures.push(error)) };
}

test.each([
  { name: 'a leaked one', body: `0018A45C4D1DEF81644B54AB7F969B88D65:1\r\n${REST}:4`, password: LEAKED, isLeak: true },
  { name: 'digits in small letters', body: `${REST.toLowerCase()}:4`, password: LEAKED, isLeak: true },
  { name: 'padding, which has a count of 0', body: `${REST}:0`, password: LEAKED, isLeak: false },
  { name: 'another of the same range', body: `${'0'.repeat(35)}:9`, password: LEAKED, isLeak: false },
  { name: 'an empty range', body: '', password: LEAKED, isLeak: false },
])('$name: $isLeak', async ({ body, password, isLeak }) => {
  const { isBreached, failures } = await rangeService(200, body);
  expect([await isBreached(password), failures]).toEqual([isLeak, []]);
});

test('five digits of the digest are sent, and nothing else of the password', async () => {
  const { isBreached, asked } = await rangeService(200, '');
  await isBreached(LEAKED);
  expect(asked).toEqual([`/range/${createHash('sha1').update(LEAKED).digest('hex').toUpperCase().slice(0, 5)}`]);
});

test.each([
  { name: 'a service that fails', open: () => rangeService(503, `${REST}:4`) },
  {
    name: 'a service that is not there',
    open: async () => {
      const failures: unknown[] = [];
      return { failures, isBreached: createBreachCheck('http://127.0.0.1:9/', (error) => failures.push(error)) };
    },
  },
])('$name accepts the password, and is reported', async ({ open }) => {
  const { isBreached, failures } = await open();
  expect([await isBreached(LEAKED), failures.length]).toEqual([false, 1]);
});

test('a password of a breach is refused by name, before it takes a turn to be hashed', async () => {
  const { isBreached } = await rangeService(200, `${REST}:4`);
  const turns: string[] = [];
  const turn = async (work: () => Promise<string>) => {
    turns.push('taken');
    return work();
  };
  const refused = hashPassword(LEAKED, undefined, { isBreached, turn });
  await expect(refused).rejects.toMatchObject({ code: 'invalid_parameter', message: /known breach/ });
  expect(turns).toEqual([]);
  expect(await hashPassword('another passphrase', undefined, { isBreached, turn })).toMatch(/^\$argon2id\$/);
  expect(turns).toEqual(['taken']);
});
