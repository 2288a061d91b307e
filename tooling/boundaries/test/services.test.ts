import { connect } from 'node:net';
import { expect, test } from 'vitest';

/** What tests against real services talk to. They are skipped where nothing answers; CI must not skip them. */
const SERVICES = [
  { name: 'PostgreSQL', url: process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test' },
  { name: 'Redis', url: process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379' },
];

function answers(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), timeout: 2_000 });
    const end = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket
      .once('connect', () => end(true))
      .once('error', () => end(false))
      .once('timeout', () => end(false));
  });
}

test.skipIf(process.env['LOADCAST_REQUIRE_SERVICES'] !== '1').each(SERVICES)(
  '$name is there, so that no test of it was skipped',
  async ({ url }) => expect(await answers(url)).toBe(true),
);
