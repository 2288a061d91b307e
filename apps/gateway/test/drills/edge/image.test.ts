import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../../../tooling/testing/free-port.js';
import { printedOnFailure } from '../../../../../tooling/testing/printed-on-failure.js';

/** The image is bounded: with its base, as a registry keeps it. */
const MOST_MB = 120;
const BUILD_TIMEOUT_MS = 2_400_000;

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'loadcast-image-'));
const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')];
// Neither needs more of a machine than root: no kernel module, no service.
const env: NodeJS.ProcessEnv = { ...process.env, BUILDAH_ISOLATION: 'chroot', STORAGE_DRIVER: 'vfs' };
const OPTIONS = { env, maxBuffer: 64 * 1024 * 1024 };
const buildah = async (...args: string[]) => (await run('buildah', [...storage, ...args], OPTIONS)).stdout.trim();

const starts = (command: string) => spawnSync(command, ['--version']).status === 0;
const hasBuilder = process.getuid?.() === 0 && starts('buildah') && starts('mmdebstrap');

interface ImageConfig {
  readonly User: string;
  readonly Entrypoint: string[];
  readonly Healthcheck: { readonly Test: string[] };
}

let isBuilt = false;
let config: ImageConfig;

/** The base of `deploy/Dockerfile` without a registry: Debian's essential packages, the Node that runs this, npm, the user `node`. */
async function buildBase(context: string): Promise<boolean> {
  const npm = dirname(dirname(realpathSync((await run('sh', ['-c', 'command -v npm'])).stdout.trim())));
  const authorities = env['NODE_EXTRA_CA_CERTS'];
  const hooks = [
    'mkdir -p "$1/usr/local/lib/node_modules"',
    `copy-in ${realpathSync(process.execPath)} /usr/local/bin`,
    `copy-in ${npm} /usr/local/lib/node_modules`,
    'ln -s ../lib/node_modules/npm/bin/npm-cli.js "$1/usr/local/bin/npm"',
    'echo node:x:1000:1000::/home/node:/bin/sh >> "$1/etc/passwd"; echo node:x:1000: >> "$1/etc/group"',
    ...(authorities
      ? [`mkdir -p "$1${dirname(authorities)}"`, `copy-in ${realpathSync(authorities)} ${dirname(authorities)}`]
      : []),
  ].map((hook) => `--customize-hook=${hook}`);
  const packages = ['--variant=essential', '--include=libstdc++6', '--aptopt=Acquire::Retries "1"'];
  const isMade = await run('mmdebstrap', [...packages, ...hooks, 'bookworm', join(context, 'base.tar')]).then(
    () => true,
    () => false,
  );
  if (!isMade) return false;
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  const trust = authorities ? ` NODE_EXTRA_CA_CERTS=${authorities}` : '';
  writeFileSync(join(context, 'Dockerfile'), `FROM scratch\nADD base.tar /\nENV PATH=${path}${trust}\n`);
  await buildah('bud', '--quiet', '-t', 'loadcast-base', context);
  return true;
}

beforeAll(async () => {
  if (!hasBuilder) return;
  const context = join(folder, 'base');
  mkdirSync(context);
  if (!(await buildBase(context))) return;
  rmSync(context, { recursive: true });
  const base = ['--pull-never', '--build-arg', 'BASE=localhost/loadcast-base'];
  // OCI's own format has no health checks.
  await buildah('bud', '--quiet', '--format', 'docker', ...base, '-f', 'deploy/Dockerfile', '-t', 'loadcast', ROOT);
  config = JSON.parse(await buildah('inspect', '--type', 'image', 'loadcast')).Docker.config;
  isBuilt = true;
}, BUILD_TIMEOUT_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }), BUILD_TIMEOUT_MS);

const WHY = 'the image is not built: it needs root, buildah, mmdebstrap, and a mirror of Debian';

/** Starts the entry point as the image's own user. @returns its address */
async function start(container: string, adminPort: number): Promise<string> {
  const settings = ['PORT=0', `ADMIN_PORT=${adminPort}`, 'HOST=127.0.0.1'].flatMap((each) => ['--env', each]);
  const command = ['run', ...settings, container, '--', ...config.Entrypoint, 'serve', '--demo'];
  const child = spawn('buildah', [...storage, ...command], { env, detached: true });
  let text = '';
  printedOnFailure('the program of the image', () => text.slice(-8_000));
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    process.kill(-child.pid!, 'SIGTERM');
    await once(child, 'exit');
  });
  await expect.poll(() => text, { timeout: 300_000 }).toMatch(/listening on http\S+/);
  return /listening on (http[^\s",]+)/.exec(text)![1]!;
}

test('the image of the Dockerfile is under 120 MB as a registry keeps it', { timeout: BUILD_TIMEOUT_MS }, async ({
  skip,
}) => {
  skip(!isBuilt, WHY);
  const archive = join(folder, 'loadcast.tar');
  await buildah('push', '--quiet', 'loadcast', `oci-archive:${archive}`);
  const mb = statSync(archive).size / 1e6;
  rmSync(archive);
  process.stderr.write(`the image, compressed: ${mb.toFixed(1)} MB\n`);
  expect(mb).toBeGreaterThan(30);
  expect(mb).toBeLessThan(MOST_MB);
});

test('the image starts as a user without rights, answers over HTTP, and finds itself in health', {
  timeout: BUILD_TIMEOUT_MS,
}, async ({ skip }) => {
  skip(!isBuilt, WHY);
  expect(config.User).toBe('node');
  const adminPort = await freePort();
  const image = ['from', '--pull-never', 'localhost/loadcast'];
  const [served, asked] = [await buildah(...image), await buildah(...image)];
  const check = () => {
    const [, ...command] = config.Healthcheck.Test;
    return spawnSync('buildah', [...storage, 'run', '--env', `ADMIN_PORT=${adminPort}`, asked, '--', ...command], {
      env,
    }).status;
  };
  expect(check()).toBe(1);
  const url = await start(served, adminPort);
  const health = await fetch(`${url}/v1/health`);
  expect([health.status, health.headers.get('x-loadcast-version')]).toEqual([200, expect.stringMatching(/^\d+\.\d+/)]);
  const statusOfForecast = async () => (await fetch(`${url}/demo/v1/demand/forecast?region=PJM`)).status;
  await expect.poll(statusOfForecast, { timeout: 300_000, interval: 3_000 }).toBe(200); // within the quota of a guest
  await expect.poll(check).toBe(0);
});
