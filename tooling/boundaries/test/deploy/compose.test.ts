import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../repository.js';

const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const compose = textOf('deploy/compose.yaml');

/** Lines of a service of the compose file. */
const service = (name: string): string => new RegExp(`^ {2}${name}:\n((?: {4}.*\n|\n)+)`, 'm').exec(compose)![1]!;

test.each([
  {
    name: 'gateway',
    fact: 'reads its Redis password from a secret',
    line: /^ {6}REDIS_URL_FILE: \/run\/secrets\/redis_url$/m,
  },
  {
    name: 'gateway',
    fact: 'reads its database password from a secret',
    line: /^ {6}DATABASE_URL_FILE: \/run\/secrets\//m,
  },
  {
    name: 'gateway',
    fact: 'leaves forecasts to workers on request',
    line: /^ {6}FORECAST_WORKERS: \$\{FORECAST_WORKERS:-1\}/,
  },
  { name: 'worker', fact: 'is started on request', line: /^ {4}profiles: \[workers\]$/ },
  { name: 'worker', fact: 'forecasts and serves nothing', line: /^ {4}command: \[work\]$/ },
  {
    name: 'worker',
    fact: 'reads its database password from a secret',
    line: /^ {6}DATABASE_URL_FILE: \/run\/secrets\//,
  },
  {
    name: 'postgres',
    fact: 'makes the role of the gateways',
    line: /^ {6}- \.\/postgres-role\.sql:\/docker-entrypoint-initdb\.d\//m,
  },
  { name: 'redis', fact: 'requires a password', line: /^ {8}requirepass \$\$\(cat \/run\/secrets\/redis_password\)$/m },
  {
    name: 'grafana',
    fact: 'has a password of its own',
    line: /^ {6}GF_SECURITY_ADMIN_PASSWORD__FILE: \/run\/secrets\//,
  },
])('$name of the compose file $fact', ({ name, line }) => {
  expect(
    service(name)
      .split('\n')
      .filter((each) => line.test(each)),
  ).toHaveLength(1);
});

test('the superuser of PostgreSQL is not the role of the gateways', () => {
  expect(service('postgres')).not.toMatch(/POSTGRES_USER/);
  expect(textOf('deploy/postgres-role.sql')).toMatch(/^CREATE ROLE loadcast LOGIN NOSUPERUSER /m);
});

test('every secret of the compose file has a command at its top that makes it', () => {
  const secrets = [...compose.matchAll(/\{ file: \.\/secrets\/(\w+) \}/g)].map(([, name = '']) => name);
  const commands = compose.slice(0, compose.indexOf('\nname:'));
  expect(secrets.filter((name) => !commands.includes(name))).toEqual([]);
  expect(secrets.length).toBeGreaterThan(5);
});

test.each(['ci', 'release'])('every action of the workflow %s is named by its commit', (workflow) => {
  const actions = [...textOf(`.github/workflows/${workflow}.yaml`).matchAll(/uses: (.*)$/gm)].map(
    ([, name = '']) => name,
  );
  expect(actions.filter((name) => !/^[\w/-]+@[\da-f]{40} # v[\d.]+$/.test(name))).toEqual([]);
  expect(actions).not.toEqual([]);
});
