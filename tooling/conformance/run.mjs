// npm run conformance -- --base https://api.example --key lc_live_...
// Checks a running service from outside. The key may stand in LOADCAST_KEY instead, where `ps` does not show it.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const USAGE = `usage: npm run conformance -- --base URL --key KEY [--small-key KEY] [--revoked-key KEY] [--only TEXT]

  --base URL    address of the service, as http://127.0.0.1:8080
  --key KEY     a key with a plan on all three surfaces (default: LOADCAST_KEY); the suite makes about 800 requests
  --small-key   a key of another account on A Free, B Trial and C Trial; its hour is used up
  --revoked-key a key that was revoked
  --only TEXT   only checks whose name contains TEXT
`;

function readArguments() {
  try {
    const string = { type: 'string' };
    const options = { base: string, key: string, 'small-key': string, 'revoked-key': string, only: string };
    const { base, key = process.env.LOADCAST_KEY, only = '', ...keys } = parseArgs({ options }).values;
    if (base && URL.canParse(base) && key) return { base: base.replace(/\/+$/, ''), key, only, keys };
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
  }
  process.stderr.write(USAGE);
  process.exit(2);
}

const { base, key, only, keys } = readArguments();
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
      CONFORMANCE_SMALL_KEY: keys['small-key'] ?? '',
      CONFORMANCE_REVOKED_KEY: keys['revoked-key'] ?? '',
    },
  },
);
process.exit(status ?? 1);
