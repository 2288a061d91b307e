import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { readDatabaseUrl } from './database-url.js';
import { openPostgres } from './store.js';

test.each([
  { url: 'postgres://u:p@/db?host=/var/run/postgresql', read: 'postgres://u:p@localhost/db?host=/var/run/postgresql' },
  // field case 25
  { url: 'postgres://h/db?sslmode=require', read: 'postgres://h/db?sslmode=verify-full' },
  { url: 'postgres://h/db?sslmode=prefer', read: 'postgres://h/db?sslmode=verify-full' },
  { url: 'postgres://h/db?sslmode=verify-ca&x=1', read: 'postgres://h/db?sslmode=verify-full&x=1' },
  { url: 'postgres://h/db?sslmode=no-verify', read: 'postgres://h/db?sslmode=no-verify' },
  {
    url: 'postgres://h/db?sslmode=require&uselibpqcompat=true',
    read: 'postgres://h/db?sslmode=require&uselibpqcompat=true',
  },
  { url: 'postgres://h/db', read: 'postgres://h/db' },
])('$url is read as $read', ({ url, read }) => expect(decodeURIComponent(readDatabaseUrl(url).href)).toBe(read));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'loadcast-tls-'));
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...files, ...name]);
  return () => rmSync(folder, { recursive: true });
});

/** Answers as a PostgreSQL does until TLS is set up, with a certificate of its own; then it hangs up. */
async function database(hasTls: boolean): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(hasTls ? 'S' : 'N');
      if (!hasTls) return;
      const [key, cert] = ['key.pem', 'cert.pem'].map((name) => readFileSync(join(folder, name)));
      const secure = new TLSSocket(socket, { isServer: true, key: key!, cert: cert! });
      secure.on('error', () => undefined);
      secure.once('data', () => secure.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `postgres://u:hunter2@localhost:${(server.address() as AddressInfo).port}/d`;
}

test.each([
  {
    mode: 'sslmode=require',
    hasTls: true,
    says: /^DATABASE_URL: self-signed certificate: add sslmode=verify-full&sslrootcert=FILE/,
  },
  { mode: 'sslmode=verify-full', hasTls: true, says: /sslrootcert=FILE/ },
  { mode: 'sslmode=verify-full&sslrootcert=CERT', hasTls: true, says: /^the store does not answer/ },
  { mode: 'sslmode=no-verify', hasTls: true, says: /^the store does not answer/ },
  {
    mode: 'sslmode=require',
    hasTls: false,
    says: /^DATABASE_URL: The server does not support SSL connections: leave sslmode out/,
  },
])('a PostgreSQL (TLS: $hasTls) and $mode: $says', async ({ mode, hasTls, says }) => {
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  onTestFinished(() => void warned.mockRestore());
  const url = `${await database(hasTls)}?${mode.replace('CERT', join(folder, 'cert.pem'))}`;
  await expect(openPostgres(url, 'control')).rejects.toThrow(says);
  expect(warned).not.toHaveBeenCalled();
});
