import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createProxyTrust, readDemoRegions } from '@loadcast/accounts';
import { DAY_MS, engine, FORECASTERS } from '@loadcast/core';
import { ConfigError, parseDuration } from '@loadcast/observe';
import { z } from 'zod';
import { defaultOf, expectationOf } from './setting-expectation.js';

const port = z.coerce.number().int().min(0).max(65_535);
const count = z.coerce.number().int().min(1);
const url = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be a URL with ${protocols.join(' or ')}`,
    );
/** A duration, in ms. */
const duration = (leastMs: number) =>
  z
    .string()
    .transform((text) => parseDuration(text) ?? Number.NaN)
    .refine((ms) => ms >= leastMs, `must be a duration of at least ${leastMs / 1000} s (90m, 12h, 1d)`);
const list = <T extends string>(allowed: readonly [T, ...T[]]) =>
  z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== ''),
    )
    .pipe(z.array(z.enum(allowed)).min(1));

/** Checked with the other settings, not when the port is opened. */
function isProxyList(value: string): boolean {
  try {
    createProxyTrust(value);
    return true;
  } catch {
    return false;
  }
}

function isDemoRegions(value: string): boolean {
  try {
    readDemoRegions(value, false);
    return true;
  } catch {
    return false;
  }
}

/** Every setting of the program, each an environment variable. OPERATIONS.md has a table of them. */
export const configSchema = z.object({
  PORT: port.default(8080).describe('port of the three surfaces; 0 takes a free one'),
  HOST: z.string().min(1).default('127.0.0.1').describe('address to listen on; 0.0.0.0 for every interface'),
  ADMIN_PORT: port.default(9090).describe('port of /metrics, /livez and /readyz for the operator'),
  ADMIN_HOST: z.string().min(1).default('127.0.0.1').describe('address of the operator’s port; it asks for no key'),
  BASE_URL: url('http:', 'https:')
    .optional()
    .describe('public address, for links in answers; default: the listening address'),
  SURFACES: list(['a', 'b', 'c']).default(['a', 'b', 'c']).describe('surfaces to mount, comma separated'),
  LOADCAST_DATA_DIR: z.string().min(1).default('.loadcast').describe('folder of the embedded store'),
  DATABASE_URL: url('postgres:', 'postgresql:').optional().describe('keep everything in PostgreSQL instead'),
  REDIS_URL: url('redis:', 'rediss:').optional().describe('share quota counters between gateways'),
  BACKUP_DIR: z.string().min(1).optional().describe('folder for scheduled backups; none are made without it'),
  BACKUP_EVERY: duration(1_000)
    .default(DAY_MS)
    .meta({ description: 'time from one scheduled backup to the next: 90m, 12h, 1d', defaultText: '1d' }),
  BACKUP_KEEP: count.max(10_000).default(7).describe('how many scheduled backups are kept'),
  BULK_FILES: z.enum(['0', '1']).default('1').describe('1: write the monthly files of `/v1/bulk` into the data folder'),
  SOURCE: z
    .enum(['eia', 'simulated', 'none'])
    .optional()
    .describe('where actuals come from; default: eia with a key, simulated on an empty store, else none'),
  EIA_API_KEY: z.string().min(1).optional().describe('key of the EIA API'),
  EIA_BASE_URL: url('http:', 'https:').default('https://api.eia.gov').describe('address of the EIA API'),
  WEATHER: z.enum(['open-meteo', 'nws', 'none']).default('none').describe('weather source'),
  OPEN_METEO_BASE_URL: url('http:', 'https:')
    .optional()
    .describe('address of an own Open-Meteo server; default: the free hosts, or with a key the commercial ones'),
  OPEN_METEO_API_KEY: z.string().min(1).optional().describe('key of a commercial Open-Meteo plan'),
  NWS_BASE_URL: url('http:', 'https:')
    .default('https://api.weather.gov')
    .describe('address of the National Weather Service'),
  NWS_USER_AGENT: z
    .string()
    .regex(/@/, 'must name an e-mail address')
    .optional()
    .describe('who is calling, for WEATHER=nws: a name and an e-mail address'),
  OPERATOR_FEEDS: list(['caiso', 'ercot', 'isone', 'miso', 'nyiso', 'pjm', 'spp'])
    .optional()
    .describe(
      'grids whose operators’ own feeds are followed, comma separated: forecasts of several days, and load of the newest hours; every changed file is kept in LOADCAST_DATA_DIR/operator-feeds; default: none',
    ),
  OPERATOR_FEEDS_KEEP: duration(DAY_MS)
    .optional()
    .describe('how long files of the operators’ feeds are kept, such as 90d; default: forever'),
  PJM_API_KEY: z.string().min(1).optional().describe('key of PJM’s Data Miner, for OPERATOR_FEEDS=pjm'),
  TRUSTED_PROXIES: z
    .string()
    .refine(isProxyList, 'must be addresses or CIDR blocks, comma separated')
    .default('')
    .describe('addresses or CIDR blocks whose X-Forwarded-For is trusted'),
  AUTH_BASIC: z
    .enum(['0', '1'])
    .optional()
    .describe(
      '1 accepts the key as the user name of HTTP Basic everywhere (Excel), 0 nowhere; default: on /oasisapi/SingleZip only',
    ),
  DEMO_REGIONS: z
    .string()
    .refine(isDemoRegions, 'must be codes of regions of surface A, comma separated, or all, or none')
    .optional()
    .describe(
      'regions that /demo/v1 answers for without a key; default: all of a simulated grid, CAISO of real data; none turns it off',
    ),
  CONSOLE: z.enum(['0', '1']).default('1').describe('0 serves no pages for people but the reference under /docs'),
  WEBHOOK_PRIVATE: z
    .enum(['0', '1'])
    .default('0')
    .describe('1 lets webhooks call http and private addresses of the operator’s own network'),
  SIGN_UP: z
    .enum(['open', 'invite', 'closed'])
    .default('open')
    .describe('who may sign up: anybody, who has an invitation (loadcast accounts invite), nobody'),
  REQUIRE_TOTP: z
    .enum(['0', '1'])
    .default('0')
    .describe('1 asks every account that signs in for an authenticator app: without one it can only set one up'),
  BREACHED_PASSWORDS_URL: url('http:', 'https:')
    .optional()
    .describe(
      'range service of leaked passwords, https://api.pwnedpasswords.com/range/ or a copy: gets five digits of the SHA-1 of each new password; default: none is asked',
    ),
  SMTP_URL: url('smtp:', 'smtps:')
    .optional()
    .describe('server that sends mail to confirm addresses and to set passwords; default: no mail is sent'),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*@[^\r\n]*$/, 'must be an e-mail address, or a name and one: Loadcast <mail@example.org>')
    .optional()
    .describe('sender of mails, needed with SMTP_URL'),
  SECRETS_KEY: z
    .string()
    .min(32, 'must have 32 characters or more, for example of openssl rand -base64 32')
    .optional()
    .describe(
      'seals secrets of authenticator apps and webhooks in the store; default: a key made once in LOADCAST_DATA_DIR/secrets.key; with DATABASE_URL none',
    ),
  SECURITY_LOG_URL: url('http:', 'https:')
    .optional()
    .describe(
      'where security events are posted as they happen, as lines of JSON, to be kept apart from this machine; default: nowhere',
    ),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('lowest logged level'),
  LOG_ADDRESSES: z
    .enum(['plain', 'hashed'])
    .default('plain')
    .describe('callers’ addresses in the log: as they are, or hashed with a key of this run'),
  DRAIN_DELAY: z.coerce
    .number()
    .min(0)
    .max(600)
    .optional()
    .describe(
      'seconds between the signal to stop and the end of accepting requests; default: 5 behind TRUSTED_PROXIES, else 1',
    ),
  HSTS_SUBDOMAINS: z.enum(['0', '1']).default('0').describe('1 adds includeSubDomains to Strict-Transport-Security'),
  SERVER_TIMING: z
    .enum(['0', '1'])
    .default('0')
    .describe('1 adds Server-Timing to answers: how long they waited for their turn, and how long they took'),
  FORECASTER: z
    .string()
    .min(1)
    .default(engine.name)
    .describe(`model that forecasts: ${[...FORECASTERS.keys()].join(', ')}`),
  FORECAST_WORKERS: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(1)
    .describe('worker threads that forecast: each takes 200 to 400 MB'),
});

export type Config = z.output<typeof configSchema>;

/** Every setting as tables show it; `defaultText` is empty where there is no default, or the description says it. */
export function settingRows(): readonly { name: string; defaultText: string; description: string }[] {
  return Object.entries(configSchema.shape).map(([name, setting]) => ({
    name,
    defaultText: defaultOf(setting),
    description: setting.description ?? '',
  }));
}

/** Settings that may hold a secret: each may be the content of a file instead, which `NAME_FILE` names. */
export const SECRET_SETTINGS = [
  'DATABASE_URL',
  'REDIS_URL',
  'EIA_API_KEY',
  'OPEN_METEO_API_KEY',
  'PJM_API_KEY',
  'SMTP_URL',
  'SECRETS_KEY',
  'SECURITY_LOG_URL',
] as const;

/** @throws {ConfigError} both forms are given, or the file cannot be read */
function givenValue(name: string, env: Readonly<Record<string, string | undefined>>): string | undefined {
  const file = SECRET_SETTINGS.some((secret) => secret === name) ? env[`${name}_FILE`] : undefined;
  if (file === undefined) return env[name];
  if (env[name] !== undefined) throw new ConfigError(`wrong configuration\n  ${name}: given beside ${name}_FILE`);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : 'unknown';
    throw new ConfigError(`wrong configuration\n  ${name}_FILE: the file cannot be read (${reason})`);
  }
}

/**
 * Environment to configuration. An empty variable is an error, not a default.
 *
 * @throws {ConfigError} naming every variable that is wrong
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.keys(configSchema.shape).map((name) => [name, givenValue(name, env)]));
  const parsed = configSchema.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0]) as keyof typeof configSchema.shape;
      return `${name}: ${expectationOf(configSchema.shape[name], issue)}`;
    });
    throw new ConfigError(`wrong configuration\n  ${lines.join('\n  ')}`);
  }
  const { LOADCAST_DATA_DIR, BACKUP_DIR, SMTP_URL, MAIL_FROM } = parsed.data;
  if (SMTP_URL !== undefined && MAIL_FROM === undefined) {
    throw new ConfigError('wrong configuration\n  MAIL_FROM: needed with SMTP_URL');
  }
  return {
    ...parsed.data,
    LOADCAST_DATA_DIR: resolve(LOADCAST_DATA_DIR),
    ...(BACKUP_DIR !== undefined && { BACKUP_DIR: resolve(BACKUP_DIR) }),
  };
}
