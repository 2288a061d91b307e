// npm run conformance -- --base https://api.example --key lc_live_...
// Checks a running service from outside. The key may stand in LOADCAST_KEY instead, where `ps` does not show it.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const USAGE = `usage: npm run conformance -- --base URL --key KEY [--small-key KEY] [--revoked-key KEY] [--only TEXT] [--without TEXT]
                              [--strict] [--hostile] [--wait SECONDS]

  --base URL    address of the service, as http://127.0.0.1:8080
  --key KEY     a key with a plan on all three surfaces (default: LOADCAST_KEY); the suite makes about 1,500 requests
  --small-key   a key of another account on A Free, B Trial and C Trial; its hour is used up
  --revoked-key a key that was revoked
  --only TEXT   only checks whose name contains TEXT
  --without     no checks whose name contains TEXT
  --strict      a check that has to be skipped fails
  --hostile     also smuggling, cut requests, naughty strings and a fuzz grammar: about 1,000 requests more
  --wait        how long a check may wait for a limit to end (default 0; the hour ends within 3,600)
`;

function readArguments() {
  try {
    const string = { type: 'string' };
    const options = {
      base: string,
      key: string,
      'small-key': string,
      'revoked-key': string,
      only: string,
      without: string,
      wait: string,
    };
    const flags = { strict: { type: 'boolean' }, hostile: { type: 'boolean' } };
    const { values } = parseArgs({ options: { ...options, ...flags } });
    const {
      base,
      key = process.env.LOADCAST_KEY,
      only = '',
      without = '',
      wait = '0',
      strict,
      hostile,
      ...keys
    } = values;
    if (base && URL.canParse(base) && key && /^\d+$/.test(wait)) {
      return { base: base.replace(/\/+$/, ''), key, only, without, wait, strict, hostile, keys };
    }
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
  }
  process.stderr.write(USAGE);
  process.exit(2);
}

const { base, key, only, without, wait, strict, hostile, keys } = readArguments();
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { status } = spawnSync(
  process.execPath,
  [here('../../node_modules/vitest/vitest.mjs'), 'run', '--config', here('vitest.config.ts')],
  {
    stdio: 'inherit',
    cwd: here('.'),
    env: {
      ...process.env,
      CONFORMANCE_BASE: base,
      CONFORMANCE_KEY: key,
      CONFORMANCE_ONLY: only,
      CONFORMANCE_WITHOUT: without,
      CONFORMANCE_STRICT: strict ? '1' : '',
      CONFORMANCE_HOSTILE: hostile ? '1' : '',
      CONFORMANCE_WAIT: wait,
      CONFORMANCE_SMALL_KEY: keys['small-key'] ?? '',
      CONFORMANCE_REVOKED_KEY: keys['revoked-key'] ?? '',
    },
  },
);
process.exit(status ?? 1);
