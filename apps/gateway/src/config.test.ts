import { isAbsolute } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.js';

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
  { name: 'a port that is a word', env: { PORT: 'http' }, names: 'PORT' },
  { name: 'a port out of range', env: { PORT: '70000' }, names: 'PORT' },
  { name: 'an empty secret', env: { EIA_API_KEY: '' }, names: 'EIA_API_KEY' },
  { name: 'an unknown surface', env: { SURFACES: 'a,d' }, names: 'SURFACES' },
  { name: 'no surface', env: { SURFACES: ',' }, names: 'SURFACES' },
  { name: 'a database that is not PostgreSQL', env: { DATABASE_URL: 'mysql://h/d' }, names: 'DATABASE_URL' },
  { name: 'a source that does not exist', env: { SOURCE: 'caiso' }, names: 'SOURCE' },
  { name: 'a base address that is no URL', env: { BASE_URL: 'example' }, names: 'BASE_URL' },
])('$name is refused, by its name', ({ env, names }) => {
  expect(() => readConfig(env)).toThrow(ConfigError);
  expect(() => readConfig(env)).toThrow(new RegExp(`${names}:`));
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
