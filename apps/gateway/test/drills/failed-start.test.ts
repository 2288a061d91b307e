import { existsSync, mkdtempSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startGateway } from '../../src/compose.js';
import { killPrograms, startProgram } from '../started-program.js';

let taken: Server;
let port: string;

beforeAll(async () => {
  taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const address = taken.address();
  port = String(typeof address === 'object' ? address?.port : '');
});
afterAll(async () => {
  await killPrograms();
  await new Promise((resolve) => taken.close(resolve));
});

// docs/faults.md: fault 109
test.each([
  {
    name: 'the port of /metrics is taken',
    env: () => ({ ADMIN_PORT: port }),
    says: 'Port \\d+ is taken. Try ADMIN_PORT=\\d+ ',
  },
  { name: 'the public port is taken', env: () => ({ PORT: port }), says: 'Port \\d+ is taken. Try PORT=\\d+ ' },
  { name: 'the address of Redis is none', env: () => ({ REDIS_URL: 'http://127.0.0.1:1' }), says: 'REDIS_URL' },
  { name: 'a proxy is no address', env: () => ({ TRUSTED_PROXIES: 'nginx' }), says: 'TRUSTED_PROXIES' },
  { name: 'a setting is empty', env: () => ({ HOST: '' }), says: 'HOST' },
])('a start that fails ends with status 1 and says why: $name', async ({ env, says }) => {
  const failed = startProgram(['loadcast', 'serve'], { SOURCE: 'none', ...env() });
  await expect(failed).rejects.toThrow(new RegExp(`ended with 1 .*${says}`, 's'));
});

test('a start on a port that is taken writes nothing: no folder, no account, no key', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'loadcast-failed-')), 'data');
  const failed = startProgram(['start'], { LOADCAST_DATA_DIR: folder, PORT: port });
  await expect(failed).rejects.toThrow(/\nPort \d+ is taken\. Try PORT=\d+ npm start\n/);
  expect(existsSync(folder)).toBe(false);
});

test('the demo takes another port for the operator where the usual one is taken', async () => {
  const usual = createServer();
  // Where another program has it already, it is as taken.
  await new Promise<void>((resolve) => usual.once('error', () => resolve()).listen(9090, '127.0.0.1', resolve));
  onTestFinished(() => void usual.close());
  const folder = mkdtempSync(join(tmpdir(), 'loadcast-demo-'));
  const env = { SOURCE: 'none', PORT: '0', LOG_LEVEL: 'silent', LOADCAST_DATA_DIR: folder };
  await expect(startGateway({ env })).rejects.toThrow('Port 9090 is taken. Try ADMIN_PORT=');
  const gateway = await startGateway({ env, demo: true });
  expect(new URL(gateway.adminUrl).port).not.toBe('9090');
  await gateway.stop();
});

test('a start that fails leaves nothing open: the same store starts at once on a free port', async () => {
  const program = await startProgram(['loadcast', 'serve'], { SOURCE: 'none' });
  await program.end('SIGTERM');
  const env = { SOURCE: 'none', LOADCAST_DATA_DIR: program.dataDir, PORT: '0', LOG_LEVEL: 'silent' };
  await expect(startGateway({ env: { ...env, ADMIN_PORT: port } })).rejects.toThrow('is taken');
  const gateway = await startGateway({ env: { ...env, ADMIN_PORT: '0' } });
  expect((await fetch(`${gateway.url}/livez`)).status).toBe(200);
  await gateway.stop();
  await expect(fetch(`${gateway.url}/livez`)).rejects.toThrow();
});
