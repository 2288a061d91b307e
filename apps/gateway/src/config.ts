import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createProxyTrust, readDemoRegions } from '@loadcast/accounts';
import { DAY_MS, engine, FORECASTERS, type SurfaceId } from '@loadcast/core';
import { plansOf } from '@loadcast/core/quota';
import { ConfigError, parseDuration } from '@loadcast/observe';
import { databaseUrlFault, openAreas, redisUrlFault } from '@loadcast/service';
import { z } from 'zod';
import { defaultOf, expectationOf } from './setting-expectation.js';

const port = z.coerce.number().int().min(0).max(65_535);
const flag = (usual: '0' | '1') => z.enum(['0', '1']).default(usual);
const count = z.coerce.number().int().min(1);
const url = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be a URL with ${protocols.join(' or ')}`,
    );
/** SOCKS is refused: its agent cannot be given the address of a webhook that was checked. */
const proxy = z
  .string()
  .transform((value) => (/^([^/\s]+@)?[\w.-]+:\d+$/.test(value) ? `http://${value}` : value)) // as curl reads it
  .refine(
    (value) => /^https?:\/\/./i.test(value) && URL.canParse(value),
    'must be a URL, as in http://user:password@proxy.example.org:3128',
  )
  .optional();
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

/** Whether a reader takes a value: it is checked with the other settings, not when the port is opened. */
const isReadBy =
  (read: (value: string) => unknown) =>
  (value: string): boolean => {
    try {
      read(value);
      return true;
    } catch {
      return false;
    }
  };

const signUpPlan = (surface: SurfaceId) => z.enum(['none', ...plansOf(surface).map(({ id }) => id)]).optional();
const wrong = (lines: string) => new ConfigError(`wrong configuration\n  ${lines}`);

const refuse =
  (faultOf: (value: string) => string | undefined) =>
  (value: string, { addIssue }: { addIssue(message: string): void }): void => {
    const fault = faultOf(value);
    if (fault !== undefined) addIssue(fault);
  };

const databaseUrl = z.string().superRefine(refuse(databaseUrlFault)).optional();

/** Every setting of the program, each an environment variable. OPERATIONS.md has a table of them. */
export const configSchema = z.object({
  PORT: port.default(8080).describe('port of the pages and the API; 0 takes a free one'),
  HOST: z.string().min(1).default('127.0.0.1').describe('address to listen on; 0.0.0.0 for every interface'),
  ADMIN_PORT: port.default(9090).describe('port of /metrics, /livez and /readyz for the operator'),
  ADMIN_HOST: z.string().min(1).default('127.0.0.1').describe('address of the operator’s port; it asks for no key'),
  BASE_URL: url('http:', 'https:')
    .refine(
      (value) => !URL.canParse(value) || new URL(value).pathname === '/',
      'must have no path: pages link from the root of their host, so give the service its own host name (behind a proxy that strips a path only the API works)',
    )
    .optional()
    .describe('public address, for links in answers; default: the listening address'),
  SURFACES: list(['a', 'b', 'c']).default(['a', 'b', 'c']).describe('APIs to serve: a REST, b OASIS, c Utilities'),
  LOADCAST_DATA_DIR: z.string().min(1).default('.loadcast').describe('folder of the embedded store'),
  DATABASE_URL: databaseUrl.describe('keep everything in PostgreSQL instead'),
  DATABASE_READ_URL: databaseUrl.describe('its standby, for reads of the past; a role that only reads suffices'),
  REDIS_URL: z.string().superRefine(refuse(redisUrlFault)).optional().describe('share quota counters between gateways'),
  BACKUP_DIR: z.string().min(1).optional().describe('folder for scheduled backups; none are made without it'),
  BACKUP_EVERY: duration(1_000)
    .default(DAY_MS)
    .meta({ description: 'time from one scheduled backup to the next: 90m, 12h, 1d', defaultText: '1d' }),
  BACKUP_KEEP: count.max(10_000).default(7).describe('how many scheduled backups are kept'),
  RUNS_KEEP: duration(400 * DAY_MS)
    .optional()
    .describe(
      'how long PostgreSQL keeps forecasts, such as 1100d, at least 400d; whole months are dropped; default: forever',
    ),
  BULK_FILES: flag('1').describe('1: write the monthly files of `/v1/bulk` into the data folder'),
  SOURCE: z
    .enum(['eia', 'recorded', 'simulated', 'none'])
    .optional()
    .describe('load: eia, recorded, simulated or none; default: eia with a key, recorded on an empty store, else none'),
  EIA_API_KEY: z.string().min(1).optional().describe('key of the EIA API'),
  EIA_BASE_URL: url('http:', 'https:').default('https://api.eia.gov').describe('address of the EIA API'),
  WEATHER: z.enum(['open-meteo', 'nws', 'none']).default('none').describe('weather source: open-meteo, nws or none'),
  OPEN_METEO_BASE_URL: url('http:', 'https:')
    .optional()
    .describe('address of your own Open-Meteo server; default: the free hosts, or with a key the commercial ones'),
  OPEN_METEO_API_KEY: z.string().min(1).optional().describe('key of a commercial Open-Meteo plan'),
  NWS_BASE_URL: url('http:', 'https:')
    .default('https://api.weather.gov')
    .describe('address of the National Weather Service'),
  NWS_USER_AGENT: z
    .string()
    .regex(/@/, 'must name an e-mail address')
    .optional()
    .describe('your name and e-mail address, which WEATHER=nws sends'),
  OPERATOR_FEEDS: list(['none', 'caiso', 'ercot', 'isone', 'miso', 'nyiso', 'pjm', 'spp'])
    .refine((grids) => grids.length === 1 || !grids.includes('none'), 'must be none alone, or grids')
    .optional()
    .describe(
      'grids whose operators’ own feeds we follow (forecasts of several days, load of the newest hours), comma separated, or none; changed files are kept in LOADCAST_DATA_DIR/operator-feeds; default: all with the EIA’s load (PJM with PJM_API_KEY), else none',
    ),
  OPERATOR_FEEDS_KEEP: duration(DAY_MS)
    .optional()
    .describe('how long their files are kept, such as 90d; default: 30d, forever if OPERATOR_FEEDS names grids'),
  PJM_API_KEY: z.string().min(1).optional().describe('key of PJM’s Data Miner, for PJM’s own feeds'),
  TRUSTED_PROXIES: z
    .string()
    .refine(isReadBy(createProxyTrust), 'must be addresses or CIDR blocks, comma separated')
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
    .refine(
      isReadBy((value) => readDemoRegions(openAreas(), value, false)),
      'must be codes of regions, comma separated, or all, or none',
    )
    .optional()
    .describe(
      'regions that guests see without a key (/demo/v1), or none; default: all if only this machine is served or the load is recorded or simulated, else CAISO',
    ),
  CONSOLE: flag('1').describe('0 turns the console off; the reference under /docs stays'),
  WEBHOOK_PRIVATE: flag('0').describe('1 lets webhooks call http and private addresses of the operator’s own network'),
  SIGN_UP: z
    .enum(['open', 'invite', 'closed'])
    .default('open')
    .describe('sign-up: open, invite (by an invitation of loadcast accounts invite) or closed'),
  INSECURE_HTTP: flag('0').describe(
    '1 lets browsers sign in over plain http, where anybody on the network can read passwords and sessions',
  ),
  SIGN_UP_PLAN_A: signUpPlan('a').describe(
    'plan of a new account on REST; default: enterprise if only this machine is served, else free',
  ),
  SIGN_UP_PLAN_B: signUpPlan('b').describe(
    'plan of a new account on OASIS; default: enterprise if only this machine is served, else trial',
  ),
  SIGN_UP_PLAN_C: signUpPlan('c').describe(
    'plan of a new account on Utilities; default: enterprise if only this machine is served, else none',
  ),
  REQUIRE_TOTP: flag('0').describe(
    '1 requires an authenticator app at sign-in; an account without one can only set one up',
  ),
  BREACHED_PASSWORDS_URL: url('http:', 'https:')
    .optional()
    .describe(
      'service that lists leaked passwords, https://api.pwnedpasswords.com/range/ or a copy; it gets five digits of the SHA-1 of each new password; default: none',
    ),
  SMTP_URL: url('smtp:', 'smtps:')
    .optional()
    .describe('mail server, to confirm addresses and reset passwords; default: no mail is sent'),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*@[^\r\n]*$/, 'must be an e-mail address, or a name and one: Loadcast <mail@example.org>')
    .optional()
    .describe('sender of mails, needed with SMTP_URL'),
  SECRETS_KEY: z
    .string()
    .min(32, 'must have 32 characters or more, for example from openssl rand -base64 32')
    .optional()
    .describe(
      'seals secrets of authenticator apps and webhooks in the store; default: a key made once in LOADCAST_DATA_DIR/secrets.key; with DATABASE_URL none',
    ),
  SECURITY_LOG_URL: url('http:', 'https:')
    .optional()
    .describe(
      'address that gets each security event as a line of JSON, so that a copy is off this machine; default: none',
    ),
  HTTPS_PROXY: proxy.describe(
    'proxy of https upstreams and webhooks, not of mail, PostgreSQL and Redis; default: HTTP_PROXY',
  ),
  HTTP_PROXY: proxy.describe('proxy of http addresses of other machines'),
  NO_PROXY: z
    .string()
    .optional()
    .describe('hosts reached without a proxy, comma separated; a host includes its subdomains, * means all'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('lowest logged level: trace, debug, info, warn or error'),
  LOG_ADDRESSES: z
    .enum(['plain', 'hashed'])
    .default('plain')
    .describe('callers’ addresses in the log: plain, or hashed with a key that changes at each start'),
  DRAIN_DELAY: z.coerce
    .number()
    .min(0)
    .max(600)
    .optional()
    .describe('seconds that a stopping gateway still accepts requests; default: 5 behind TRUSTED_PROXIES, else 1'),
  HSTS_SUBDOMAINS: flag('0').describe('1 adds includeSubDomains to Strict-Transport-Security'),
  SERVER_TIMING: flag('0').describe('1 adds Server-Timing to answers: how long each waited and took'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:')
    .optional()
    .describe('OpenTelemetry collector; it gets metrics each minute and a span per request, by OTLP over HTTP'),
  FORECASTER: z
    .string()
    .min(1)
    .default(engine.name)
    .describe(`model that forecasts: ${[...FORECASTERS.keys()].join(', ')}`),
  FORECAST_WORKERS: z.coerce
    .number()
    .int()
    .min(0)
    .max(64)
    .default(1)
    .describe('threads that forecast, 200 to 400 MB each; 0 leaves it to `loadcast work`, which needs PostgreSQL'),
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
  'DATABASE_READ_URL',
  'REDIS_URL',
  'EIA_API_KEY',
  'OPEN_METEO_API_KEY',
  'PJM_API_KEY',
  'SMTP_URL',
  'SECRETS_KEY',
  'SECURITY_LOG_URL',
] as const;

/** Other tools read them too: in small letters as well, and nothing where they are empty. */
const PROXY_SETTINGS: ReadonlySet<string> = new Set(['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY']);

/** @throws {ConfigError} both forms are given, or the file cannot be read */
function givenValue(name: string, env: Readonly<Record<string, string | undefined>>): string | undefined {
  if (PROXY_SETTINGS.has(name)) return (env[name.toLowerCase()] ?? env[name]) || undefined;
  const file = SECRET_SETTINGS.some((secret) => secret === name) ? env[`${name}_FILE`] : undefined;
  if (file === undefined) return env[name];
  if (env[name] !== undefined) throw wrong(`${name}: given beside ${name}_FILE`);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : 'unknown';
    throw wrong(`${name}_FILE: the file cannot be read (${reason})`);
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
    throw wrong(lines.join('\n  '));
  }
  const { LOADCAST_DATA_DIR, BACKUP_DIR, SMTP_URL, MAIL_FROM, DATABASE_URL, DATABASE_READ_URL } = parsed.data;
  if (SMTP_URL !== undefined && MAIL_FROM === undefined) throw wrong('MAIL_FROM: needed with SMTP_URL');
  if (DATABASE_READ_URL && !DATABASE_URL) throw wrong('DATABASE_READ_URL: needs DATABASE_URL; SQLite has no replica');
  return {
    ...parsed.data,
    LOADCAST_DATA_DIR: resolve(LOADCAST_DATA_DIR),
    ...(BACKUP_DIR !== undefined && { BACKUP_DIR: resolve(BACKUP_DIR) }),
  };
}
