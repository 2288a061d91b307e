import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { ConfigError } from '@loadcast/observe';
import { expect, onTestFinished, test } from 'vitest';
import { configSchema, readConfig, SECRET_SETTINGS } from './config.js';

test('with nothing set, the defaults listen on this machine only and keep no secret', () => {
  const config = readConfig({});
  expect(config.HOST).toBe('127.0.0.1');
  expect(config.PORT).toBe(8080);
  expect(config.SURFACES).toEqual(['a', 'b', 'c']);
  expect(config.EIA_API_KEY).toBeUndefined();
  expect(isAbsolute(config.LOADCAST_DATA_DIR)).toBe(true);
});

// docs/faults.md: fault 104
test.each([
  { name: 'a port that is a word', env: { PORT: 'http' }, line: 'PORT: must be a whole number from 0 to 65535' },
  { name: 'a port out of range', env: { PORT: '70000' }, line: 'PORT: must be a whole number from 0 to 65535' },
  { name: 'half a port', env: { PORT: '80.5' }, line: 'PORT: must be a whole number from 0 to 65535' },
  { name: 'a delay out of range', env: { DRAIN_DELAY: '-1' }, line: 'DRAIN_DELAY: must be a number from 0 to 600' },
  { name: 'an empty secret', env: { EIA_API_KEY: '' }, line: 'EIA_API_KEY: is empty; give a value, or unset it' },
  { name: 'an unknown surface', env: { SURFACES: 'a,d' }, line: 'SURFACES: must list one or more of a, b, c' },
  { name: 'no surface', env: { SURFACES: ',' }, line: 'SURFACES: must list one or more of a, b, c' },
  {
    name: 'a database that is not PostgreSQL',
    env: { DATABASE_URL: 'mysql://h/d' },
    line: 'DATABASE_URL: must be a URL with postgres: or postgresql:',
  },
  {
    name: 'a replica that is not PostgreSQL',
    env: { DATABASE_URL: 'postgres://h/d', DATABASE_READ_URL: 'mysql://h/d' },
    line: 'DATABASE_READ_URL: must be a URL with postgres: or postgresql:',
  },
  {
    name: 'a replica of an embedded store',
    env: { DATABASE_READ_URL: 'postgres://h/d' },
    line: 'DATABASE_READ_URL: needs DATABASE_URL; SQLite has no replica',
  },
  {
    name: 'a source that does not exist',
    env: { SOURCE: 'caiso' },
    line: 'SOURCE: must be eia or recorded or simulated or none',
  },
  { name: 'a switch that is a word', env: { HSTS_SUBDOMAINS: 'yes' }, line: 'HSTS_SUBDOMAINS: must be 0 or 1' },
  {
    name: 'a duration without a unit',
    env: { BACKUP_EVERY: '24' },
    line: 'BACKUP_EVERY: must be a duration of at least 1 s (90m, 12h, 1d)',
  },
  {
    name: 'a duration of nothing',
    env: { BACKUP_EVERY: '0s' },
    line: 'BACKUP_EVERY: must be a duration of at least 1 s (90m, 12h, 1d)',
  },
  {
    name: 'backups that are not kept',
    env: { BACKUP_KEEP: '0' },
    line: 'BACKUP_KEEP: must be a whole number from 1 to 10000',
  },
  {
    name: 'a base address that is no URL',
    env: { BASE_URL: 'example' },
    line: 'BASE_URL: must be a URL with http: or https:',
  },
  ...[
    { value: '"postgres://u:p@h/d"', line: 'has quotes around it; leave them out' },
    { value: 'postgres://u:p@h1,h2/d', line: 'names several hosts: name one, or a proxy in front of them' },
    { value: 'postgres://u:p@h1:1,h2:2/d', line: 'names several hosts: name one, or a proxy in front of them' },
    { value: 'postgres:///d?host=h1,h2', line: 'names several hosts: name one, or a proxy in front of them' },
    { value: 'postgres://u:p@/d', line: 'names no host: write it after the @, or add ?host=/var/run/postgresql' },
    { value: 'postgres://u:p#ss@h/d', line: 'is no URL: write @ : / ? # % of a password as %40 %3A %2F %3F %23 %25' },
    { value: 'postgres://u:p%ss@h/d', line: 'is no URL: write @ : / ? # % of a password as %40 %3A %2F %3F %23 %25' },
    { value: 'postgres://h/d # store', line: 'has a space in it: a comment in an env file has a line of its own' },
    { value: 'postgres://h/d#store', line: 'is no URL: write @ : / ? # % of a password as %40 %3A %2F %3F %23 %25' },
    { value: 'host=h dbname=d', line: 'must be a URL with postgres: or postgresql:' },
  ].map(({ value, line }) => ({
    name: `DATABASE_URL=${value}`,
    env: { DATABASE_URL: value },
    line: `DATABASE_URL: ${line}`,
  })),
  ...['redis://127.0.0.1:6379/x', 'redis://', 'redis://h?db=x'].map((REDIS_URL) => ({
    name: `REDIS_URL=${REDIS_URL}`,
    env: { REDIS_URL },
    line: 'REDIS_URL: must be redis://USER:PASSWORD@HOST:PORT/NUMBER, where what is not needed is left out',
  })),
  // python-socketio #240: a password as it is.
  ...['redis://:localhost:6379', 'redis://:12&3@#!@h:6379/0', 'redis://:p%ss@h', 'redis://:p#ss@h'].map(
    (REDIS_URL) => ({
      name: `REDIS_URL=${REDIS_URL}`,
      env: { REDIS_URL },
      line: 'REDIS_URL: is no URL: write @ : / ? # % of a password as %40 %3A %2F %3F %23 %25',
    }),
  ),
  {
    name: 'REDIS_URL=unix:///var/run/redis.sock',
    env: { REDIS_URL: 'unix:///var/run/redis.sock' },
    line: 'REDIS_URL: must be a URL with redis: or rediss:',
  },
  {
    // field case 09
    name: 'a base address with a path',
    env: { BASE_URL: 'https://grid.example.org/loadcast' },
    line: 'BASE_URL: must have no path: pages link from the root of their host, so give the service its own host name (behind a proxy that strips a path only the API works)',
  },
  ...['proxy.example.org', 'none', '//h:3128', 'h:x', 'socks5://proxy.example.org:1080'].map((HTTPS_PROXY) => ({
    name: `a proxy ${HTTPS_PROXY}`,
    env: { HTTPS_PROXY },
    line: 'HTTPS_PROXY: must be a URL, as in http://user:password@proxy.example.org:3128',
  })),
  {
    name: 'an agent without an address',
    env: { NWS_USER_AGENT: 'me' },
    line: 'NWS_USER_AGENT: must name an e-mail address',
  },
  {
    name: 'a proxy that is a word',
    env: { TRUSTED_PROXIES: 'mine' },
    line: 'TRUSTED_PROXIES: must be addresses or CIDR blocks, comma separated',
  },
])('$name is refused in words: $line', ({ env, line }) => {
  expect(() => readConfig(env)).toThrow(new ConfigError(`wrong configuration\n  ${line}`));
});

test.each([
  // field case 23
  'postgres://u:p@/db?host=/var/run/postgresql',
  'postgresql:///db?host=/var/run/postgresql&user=u',
  'postgres://u:p%40ss@h:5433/db?sslmode=require&schema=x',
  'postgres://h/db',
  'postgres://u@[::1]/db',
])('DATABASE_URL=%s is one', (DATABASE_URL) => expect(readConfig({ DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL));

test.each(['redis://h', 'rediss://u:p%40ss@h:6380/0', 'redis://h:6379/', 'redis://h/15', 'redis://[::1]?db=3'])(
  'REDIS_URL=%s is one',
  (REDIS_URL) => expect(readConfig({ REDIS_URL }).REDIS_URL).toBe(REDIS_URL),
);

test.each([
  ['http://u:p@h:3128', 'http://u:p@h:3128'],
  // undici #4736: as curl, npm and Windows write it.
  ['127.0.0.1:7890', 'http://127.0.0.1:7890'],
  ['u:p@proxy.example.org:3128', 'http://u:p@proxy.example.org:3128'],
])('HTTPS_PROXY=%s is %s', (HTTPS_PROXY, read) => expect(readConfig({ HTTPS_PROXY }).HTTPS_PROXY).toBe(read));

test.each(['https://grid.example.org', 'https://grid.example.org/', 'http://h:8080'])(
  'BASE_URL=%s is one',
  (BASE_URL) => expect(readConfig({ BASE_URL }).BASE_URL).toBe(BASE_URL),
);

test('backups are made daily in an absolute folder where one is named', () => {
  expect(readConfig({})).toMatchObject({ BACKUP_EVERY: 86_400_000, BACKUP_KEEP: 7 });
  const { BACKUP_DIR, BACKUP_EVERY } = readConfig({ BACKUP_DIR: 'backups', BACKUP_EVERY: '90m' });
  expect([isAbsolute(BACKUP_DIR!), BACKUP_EVERY]).toEqual([true, 5_400_000]);
});

test('a refused secret is not printed', () => {
  expect.assertions(1);
  try {
    readConfig({ DATABASE_URL: 'mysql://user:hunter2@h/d' });
  } catch (error) {
    expect(String(error)).not.toContain('hunter2');
  }
});

test('several mistakes are told together', () => {
  expect(() => readConfig({ PORT: '-1', LOG_LEVEL: 'loud' })).toThrow(/PORT:[\s\S]*LOG_LEVEL:/);
});

test('SMTP_URL needs a sender', () => {
  expect(() => readConfig({ SMTP_URL: 'smtp://mail.example.org' })).toThrow(/MAIL_FROM/);
  const MAIL_FROM = 'Loadcast <mail@example.org>';
  expect(readConfig({ SMTP_URL: 'smtp://mail.example.org', MAIL_FROM })).toMatchObject({ MAIL_FROM });
});

function fileWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'loadcast-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'secret');
  writeFileSync(file, text);
  return file;
}

test.each([
  ['DATABASE_URL', 'postgres://user:hunter2@host/db'],
  ['REDIS_URL', 'redis://:hunter2@host'],
  ['EIA_API_KEY', 'hunter2'],
  ['OPEN_METEO_API_KEY', 'hunter2'],
  ['SMTP_URL', 'smtps://user:hunter2@host'],
  ['SECURITY_LOG_URL', 'https://user:hunter2@host/events'],
] as const)('%s is read from the file that its _FILE names, without the line break at its end', (name, value) => {
  const env = { [`${name}_FILE`]: fileWith(`${value}\n`), MAIL_FROM: 'mail@example.org' };
  expect(readConfig(env)[name]).toBe(value);
});

test('every setting whose value may hold a secret has a _FILE', () => {
  const isSecret = (name: string) =>
    /_KEY$|^(DATABASE|DATABASE_READ|REDIS|SMTP|SECURITY_LOG)_URL$|SECRET|PASSWORD$|TOKEN/.test(name);
  expect(Object.keys(configSchema.shape).filter(isSecret).sort()).toEqual([...SECRET_SETTINGS].sort());
});

test.each([
  {
    name: 'both forms',
    env: (file: string) => ({ EIA_API_KEY: 'a', EIA_API_KEY_FILE: file }),
    says: /EIA_API_KEY: given/,
  },
  { name: 'no such file', env: () => ({ EIA_API_KEY_FILE: '/nowhere/at/all' }), says: /EIA_API_KEY_FILE: .*ENOENT/ },
  { name: 'an empty file', env: () => ({ EIA_API_KEY_FILE: fileWith('') }), says: /EIA_API_KEY:/ },
])('a _FILE with $name is refused by its name', ({ env, says }) => {
  expect(() => readConfig(env(fileWith('b')))).toThrow(says);
});
