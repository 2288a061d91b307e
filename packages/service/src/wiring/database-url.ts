import { ConfigError } from '@loadcast/observe';

/** The driver treats these as verify-full, with a warning of nine lines; another version will check no certificate. */
const AS_VERIFY_FULL: ReadonlySet<string | null> = new Set(['prefer', 'require', 'verify-ca']);

const NO_URL = 'is no URL: write @ : / ? # % of a password as %40 %3A %2F %3F %23 %25';

/** Why a text is no DATABASE_URL that the driver can use, without the text, which has a password; undefined: it is one. */
export function databaseUrlFault(text: string): string | undefined {
  if (/^["']/.test(text)) return 'has quotes around it; leave them out';
  if (!/^postgres(ql)?:\/\//i.test(text)) return 'must be a URL with postgres: or postgresql:';
  const [, authority = '', query = ''] = /^\w+:\/\/([^/?#]*)[^?]*(?:\?(.*))?$/s.exec(text) ?? [];
  const host = new URLSearchParams(query).get('host');
  const named = authority.slice(authority.lastIndexOf('@') + 1);
  if (named.includes(',') || host?.includes(',')) return 'names several hosts: name one, or a proxy in front of them';
  if (authority.endsWith('@') && !host) return 'names no host: write it after the @, or add ?host=/var/run/postgresql';
  if (/\s/.test(text)) return 'has a space in it: a comment in an env file has a line of its own';
  if (URL.canParse(withHost(text)) && !/#|%(?![\da-f]{2})/i.test(text)) return undefined;
  return NO_URL;
}

/** Why a text is no REDIS_URL; undefined: it is one. The driver ends the process where the number of the database is no number. */
export function redisUrlFault(text: string): string | undefined {
  if (!/^rediss?:/i.test(text)) return 'must be a URL with redis: or rediss:';
  if (!URL.canParse(text) || /#|%(?![\da-f]{2})/i.test(text)) return NO_URL;
  const { hostname, pathname, searchParams } = new URL(text);
  if (hostname !== '' && /^\/?\d*$/.test(pathname) && /^\d*$/.test(searchParams.get('db') ?? '')) return undefined;
  return 'must be redis://USER:PASSWORD@HOST:PORT/NUMBER, where what is not needed is left out';
}

/** A DATABASE_URL with a host, as URLs must have, and with a mode of TLS that means the same in every version of the driver. */
export function readDatabaseUrl(text: string): URL {
  const address = new URL(withHost(text));
  const { searchParams } = address;
  if (searchParams.get('uselibpqcompat') !== 'true' && AS_VERIFY_FULL.has(searchParams.get('sslmode'))) {
    searchParams.set('sslmode', 'verify-full');
  }
  return address;
}

/** The parameter `host` wins over the host that is written here. */
const withHost = (text: string): string => text.replace(/^(\w+:\/\/[^/?#]*@)(?=[/?])/, '$1localhost');

const CERTIFICATE = /^(SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED|UNABLE_TO_|CERT_|ERR_TLS_CERT)/;

/** The error for a connection that failed for its TLS, with what to do. */
export function tlsFault(error: unknown): ConfigError | undefined {
  if (!(error instanceof Error)) return undefined;
  if (/does not support SSL/.test(error.message)) {
    return new ConfigError(`DATABASE_URL: ${error.message}: leave sslmode out, or set it up there`);
  }
  if (!('code' in error) || !CERTIFICATE.test(String(error.code))) return undefined;
  const remedy =
    'add sslmode=verify-full&sslrootcert=FILE with the certificate of the authority that your provider publishes; sslmode=no-verify ' +
    'encrypts without knowing the server';
  return new ConfigError(`DATABASE_URL: ${error.message}: ${remedy}`);
}
