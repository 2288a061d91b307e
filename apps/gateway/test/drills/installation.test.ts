import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../../tooling/testing/free-port.js';
import { QUICK_MODEL } from '../started-program.js';
import { databaseAnswers, TEST_DATABASE_URL } from '../test-database.js';
import {
  below,
  declared,
  dependedOnIn,
  executeDockerfile,
  type Image,
  isRoot,
  killServed,
  packagesIn,
  ROOT,
  runOnce,
  type Served,
  serve,
  shell,
} from './installed-program.js';

const MOST_MB = 80;
const prefixes: string[] = [];

/** An empty folder that stands for a machine; another user may read it. */
function emptyPrefix(): string {
  const prefix = mkdtempSync(join(tmpdir(), 'loadcast-machine-'));
  chmodSync(prefix, 0o755);
  prefixes.push(prefix);
  return prefix;
}

afterAll(async () => {
  await killServed();
  for (const prefix of prefixes) rmSync(prefix, { recursive: true, force: true });
});

const keyIn = (output: string): string => /lc_live_\w+/.exec(output)?.[0] ?? '';

async function statusOf(url: string, key: string): Promise<number> {
  const reply = await fetch(`${url}/v1/demand/forecast?region=PJM`, { headers: { authorization: `Bearer ${key}` } });
  await reply.arrayBuffer();
  return reply.status;
}

/** Waits until a condition holds: the time limit of the test is the only one. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(200);
}

let prefix: string;
let image: Image;

beforeAll(() => {
  prefix = emptyPrefix();
  image = executeDockerfile(prefix);
});

describe('what the steps of the Dockerfile install', () => {
  test('has no package that is for development alone, nor what such a package brings', () => {
    const installed = packagesIn(`${prefix}/final/app`);
    const [shipped, tools] = [declared('dependencies'), declared('devDependencies')];
    const needed = dependedOnIn(`${prefix}/final/app`);
    expect(installed).toContain('pino');
    expect(tools).toContain('vitest');
    const brought = ['vite', 'esbuild', 'rolldown', 'chai', 'typescript'];
    // What a package of the product depends on may be a tool elsewhere.
    const isTool = (name: string) => tools.has(name) && !shipped.has(name) && !needed.has(name);
    expect(installed.filter((name) => brought.includes(name) || isTool(name))).toEqual([]);
  });

  // field case 17
  test('has modes that do not depend on the umask of whoever installs it, which is 077 here', () => {
    const files = readdirSync(`${prefix}/final/app`, { recursive: true, withFileTypes: true });
    const modes = files
      .filter((file) => !file.isSymbolicLink())
      .map((file) => (statSync(join(file.parentPath, file.name)).mode & 0o7777).toString(8));
    expect([...new Set(modes)].sort()).toEqual(['644', '755']);
  });

  test(`is smaller than ${MOST_MB} MB`, () => {
    const files = readdirSync(`${prefix}/final/app`, { recursive: true, withFileTypes: true });
    const bytes = files
      .filter((file) => file.isFile())
      .reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
    expect(bytes / 1e6).toBeLessThan(MOST_MB);
  });

  test('starts as another user who can write its data alone, is healthy, makes a key, answers and stops', async () => {
    const adminPort = String(await freePort());
    const env = { ...image.env, PORT: '0', HOST: '127.0.0.1', ADMIN_PORT: adminPort, SOURCE: 'simulated' };
    const served = await serve([...image.entrypoint, ...image.command], env, `${prefix}/final/data`);
    const [probe = '', ...words] = image.healthcheck;
    await until(() => spawnSync(probe, words, { env: { ...process.env, ...env } }).status === 0);
    const loadcast = (line: string) => runOnce([...image.entrypoint, ...line.split(' ')], env, `${prefix}/final/data`);
    loadcast(/run --rm gateway (accounts create .*)/.exec(compose)![1]!);
    const key = keyIn(loadcast('keys create --account you@example.org'));
    await until(async () => (await statusOf(served.url, key)) === 200);
    if (isRoot)
      expect(spawnSync('find', [`${prefix}/final/app`, '-newer', `${prefix}/final/data`]).stdout.toString()).toBe('');
    expect(await served.stop()).toBe(0);
  });
});

const compose = readFileSync(join(ROOT, 'deploy/compose.yaml'), 'utf8');

/** The environment of the gateways in deploy/compose.yaml. @param secrets folder that stands for /run/secrets */
function composeEnvironment(given: Readonly<Record<string, string>>, secrets: string): Record<string, string> {
  const block = /environment:\n((?: {6}.*\n)+)/.exec(compose)![1]!;
  const rows = [...block.matchAll(/^ {6}(\w+): (.*?)(?: #.*)?$/gm)];
  return Object.fromEntries(
    rows.map(([, name = '', value = '']) => [
      name,
      value
        .replace(/\$\{(\w+):-([^}]*)\}/g, (_, variable: string, text: string) => given[variable] ?? text)
        .replace('/run/secrets', secrets),
    ]),
  );
}

/** Writes the secrets that the compose file names, readable by the user of the containers. */
function writeSecrets(values: Readonly<Record<string, string>>): string {
  const folder = `${emptyPrefix()}/secrets`;
  mkdirSync(folder);
  const names = [...compose.matchAll(/^ {2}(\w+): \{ file: \.\/secrets\/(\w+) \}$/gm)].map(([, name]) => name!);
  for (const name of names) writeFileSync(join(folder, name), `${values[name]}\n`, { mode: 0o444 });
  return folder;
}

/** The texts of a compose command, each `$$` for the shell made `$`. */
const redisCommand = (): string =>
  /- -c\n {6}- \|\n((?: {8}.*\n)+)/.exec(compose)![1]!.replaceAll('$$', '$').replace(/^ {8}/gm, '');

/** Runs deploy/postgres-role.sql with a role of another name. Its password is in the file that compose mounts. */
function makeRole(role: string, secrets: string): void {
  const sql = readFileSync(join(ROOT, 'deploy/postgres-role.sql'), 'utf8');
  const input = sql.replace(/\bloadcast\b/g, role).replace('/run/secrets', secrets);
  const { status, stderr } = spawnSync('psql', ['-v', 'ON_ERROR_STOP=1', '-d', TEST_DATABASE_URL], { input });
  expect({ status, stderr: stderr?.toString() }).toEqual({ status: 0, stderr: '' });
}

describe.skipIf(!(await databaseAnswers()))('the gateways of the compose file, by hand', () => {
  const role = `loadcast_${process.pid}_${Date.now()}`;
  const databaseUrl = Object.assign(new URL(TEST_DATABASE_URL), {
    username: role,
    password: 'own',
    pathname: role,
  }).href;
  let redis: ChildProcess | undefined;
  afterAll(async () => {
    for (const object of [`DATABASE IF EXISTS ${role} WITH (FORCE)`, `ROLE IF EXISTS ${role}`])
      spawnSync('psql', ['-d', TEST_DATABASE_URL, '-c', `DROP ${object}`]);
    if (redis?.kill()) await once(redis, 'exit');
  });

  test('three start on one PostgreSQL and one Redis; one leads; a key made beside them opens all', async () => {
    const redisPort = await freePort();
    const secrets = writeSecrets({
      database_url: databaseUrl,
      database_password: 'own',
      postgres_password: 'superuser',
      redis_url: `redis://:counts@127.0.0.1:${redisPort}`,
      redis_password: 'counts',
      grafana_password: 'graphs',
      eia_api_key: 'any',
    });
    makeRole(role, secrets);
    const command = redisCommand().replace('server -', `server - --port ${redisPort} --dir ${emptyPrefix()}`);
    redis = spawn('sh', ['-c', command.replace('/run/secrets', secrets)], { stdio: 'ignore' });
    const ask = (word: string) => spawnSync('redis-cli', ['-p', String(redisPort), word]).stdout.toString();
    await until(() => ask('ping').startsWith('NOAUTH'));
    const env = { ...image.env, ...composeEnvironment({ SOURCE: 'simulated' }, secrets), FORECASTER: QUICK_MODEL };
    expect(env).toMatchObject({ DATABASE_URL_FILE: `${secrets}/database_url`, REDIS_URL_FILE: `${secrets}/redis_url` });
    expect(env).not.toHaveProperty('DATABASE_URL');
    const gateways: { served: Served; adminPort: string }[] = [];
    for (let i = 0; i < 3; i++) {
      const adminPort = String(await freePort());
      const own = { ...env, PORT: '0', HOST: '127.0.0.1', ADMIN_HOST: '127.0.0.1', ADMIN_PORT: adminPort };
      const command = [...image.entrypoint, ...image.command];
      gateways.push({ served: await serve(command, own, `${prefix}/final/data`), adminPort });
    }
    const loadcast = (line: string) => runOnce([...image.entrypoint, ...line.split(' ')], env, `${prefix}/final/data`);
    loadcast('accounts create --email you@example.org --plan-a developer');
    const key = keyIn(loadcast('keys create --account you@example.org'));
    for (const { served, adminPort } of gateways) {
      await until(async () => (await fetch(`http://127.0.0.1:${adminPort}/readyz`)).ok);
      await until(async () => (await statusOf(served.url, key)) === 200);
    }
    const metrics = await Promise.all(
      gateways.map(async ({ adminPort }) => (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text()),
    );
    expect(metrics.filter((text) => /^loadcast_leading 1$/m.test(text))).toHaveLength(1);
    for (const { served } of gateways) expect(await served.stop()).toBe(0);
  });
});

describe.skipIf(!isRoot)('the systemd service, as OPERATIONS.md installs it', () => {
  const section = /### As a systemd service\n([\s\S]*?)\n## /.exec(
    readFileSync(join(ROOT, 'OPERATIONS.md'), 'utf8'),
  )![1]!;
  const [install = '', commands = ''] = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, lines]) => lines!);

  /** Steps with this machine's users: none is made, and nothing is enabled. */
  const onThisMachine = (machine: string, steps: string): string =>
    below(machine, steps)
      .replaceAll('-o loadcast -g loadcast', '-o nobody -g nogroup')
      .replaceAll('--reuid loadcast --regid loadcast', '--reuid nobody --regid nogroup');

  test('its steps and its unit start a service that answers, with the key that the commands make', async () => {
    const machine = emptyPrefix();
    const adminPort = String(await freePort());
    const edit = `sed -i -e 's#^SOURCE=.*#SOURCE=simulated#' -e '/^EIA_API_KEY=$/d' -e '$a FORECASTER=${QUICK_MODEL}' -e 's#^PORT=.*#PORT=0#' \
      -e 's#^ADMIN_PORT=.*#ADMIN_PORT=${adminPort}#' -e 's#=/var#=${machine}/var#' "$1"`;
    const stubs = `useradd() { :; }\nsystemctl() { :; }\neditor() { ${edit}; }\n`;
    shell(stubs + onThisMachine(machine, install));

    const unit = readFileSync(`${machine}/etc/systemd/system/loadcast.service`, 'utf8');
    const setting = (name: string) => below(machine, new RegExp(`^${name}=(.*)$`, 'm').exec(unit)![1]!);
    const lines = readFileSync(setting('EnvironmentFile'), 'utf8').matchAll(/^(\w+)=(.*)$/gm);
    const env = Object.fromEntries([...lines].map(([, name, value]) => [name, value]));
    expect(statSync(setting('EnvironmentFile')).mode & 0o077).toBe(0);
    expect(setting('ReadWritePaths')).toBe(env['LOADCAST_DATA_DIR']);
    const served = await serve(setting('ExecStart').split(' '), env, setting('WorkingDirectory'));
    await until(async () => (await fetch(`http://127.0.0.1:${adminPort}/readyz`)).ok);
    const key = keyIn(shell(onThisMachine(machine, commands)));
    await until(async () => (await statusOf(served.url, key)) === 200);
    expect(await served.stop()).toBe(0);
  });

  test.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)('systemd understands the unit', () => {
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', join(ROOT, 'deploy/loadcast.service')]);
    expect(
      stderr
        .toString()
        .split('\n')
        .filter((line) => line.includes('loadcast.service')),
    ).toEqual([]);
  });
});
