import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { engine, FORECASTERS } from '@loadcast/core';
import { z } from 'zod';
import { createProxyTrust } from './http/client-address.js';

const port = z.coerce.number().int().min(0).max(65_535);
const url = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be a URL with ${protocols.join(' or ')}`,
    );
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

/** Every setting of the program, each an environment variable. The README's table is made from this schema. */
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
  TRUSTED_PROXIES: z
    .string()
    .refine(isProxyList, 'must be addresses or CIDR blocks, comma separated')
    .default('')
    .describe('addresses or CIDR blocks whose X-Forwarded-For is trusted'),
  AUTH_BASIC: z.enum(['0', '1']).default('0').describe('1 accepts the key as the user name of HTTP Basic (Excel)'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('least level logged'),
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
      'seconds between the signal to stop and the end of accepting requests; default: 5 behind TRUSTED_PROXIES, else 0',
    ),
  HSTS_SUBDOMAINS: z.enum(['0', '1']).default('0').describe('1 adds includeSubDomains to Strict-Transport-Security'),
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
    .default(Math.min(2, cpus().length))
    .describe('worker threads that forecast'),
});

export type Config = z.output<typeof configSchema>;

/** A setting is missing or wrong. The message names the variable and what is allowed, never the value. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

/**
 * Environment to configuration. An empty variable is an error, not a default.
 *
 * @throws {ConfigError} naming every variable that is wrong
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.keys(configSchema.shape).map((name) => [name, env[name]]));
  const parsed = configSchema.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`);
    throw new ConfigError(`wrong configuration\n  ${lines.join('\n  ')}`);
  }
  return { ...parsed.data, LOADCAST_DATA_DIR: resolve(parsed.data.LOADCAST_DATA_DIR) };
}
