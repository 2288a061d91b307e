// npm run conformance -- --base https://api.example --key lc_live_...
// Checks a running service from outside. The key may stand in LOADCAST_KEY instead, where `ps` does not show it.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/** Requests of a whole run, which `src/conformance.test.ts` counts. */
const CALLS = JSON.parse(readFileSync(new URL('./calls.json', import.meta.url), 'utf8'));

const USAGE = `usage: npm run conformance -- --base URL --key KEY [--small-key KEY] [--revoked-key KEY] [--only TEXT] [--without TEXT]
                              [--strict] [--hostile] [--wait SECONDS]

  --base URL    address of the service, as http://127.0.0.1:8080
  --key KEY     a key with a plan on all three surfaces (default: LOADCAST_KEY); about ${CALLS.key} requests
  --small-key   a key of another account on A Free, B Trial and C Trial; its hour is used up: about ${CALLS.smallKey} requests
  --revoked-key a key that was revoked
  --only TEXT   only checks whose name contains TEXT
  --without     no checks whose name contains TEXT
  --strict      a check that has to be skipped fails
  --hostile     also smuggling, cut requests, naughty strings and a fuzz grammar: about ${CALLS.hostile} requests more
  --wait        how long a check may wait for a limit to end (default 0; the hour ends within 3,600)
`;

const TEXTS = ['base', 'key', 'small-key', 'revoked-key', 'only', 'without', 'wait'];
const FLAGS = ['strict', 'hostile', 'help'];

function readArguments() {
  try {
    const option = (type) => (name) => [name, { type }];
    const options = Object.fromEntries([...TEXTS.map(option('string')), ...FLAGS.map(option('boolean'))]);
    const given = { key: process.env.LOADCAST_KEY, wait: '0', ...parseArgs({ options }).values };
    if (given.help) {
      process.stdout.write(USAGE);
      process.exit(0);
    }
    if (URL.canParse(given.base) && given.key && /^\d+$/.test(given.wait)) return given;
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
  }
  process.stderr.write(USAGE);
  process.exit(2);
}

const given = readArguments();
const calls = [
  `about ${CALLS.key + (given.hostile ? CALLS.hostile : 0)} requests with the key`,
  ...(given['small-key'] ? [`${CALLS.smallKey} with the small key, whose hour is used up`] : []),
  ...(given.only || given.without ? ['less without some checks'] : []),
];
process.stdout.write(`${given.base}: this run makes ${calls.join(', ')}\n`);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { status } = spawnSync(
  process.execPath,
  [here('../../node_modules/vitest/vitest.mjs'), 'run', '--config', here('vitest.config.ts')],
  { stdio: 'inherit', cwd: here('.'), env: { ...process.env, CONFORMANCE: JSON.stringify(given) } },
);
process.exit(status ?? 1);
