import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { ODDS_THRESHOLDS_PCT } from '../../../../../packages/service/src/events/peak-events.js';
import { shapeOf } from '../../../../../tooling/conformance/src/testing/page-examples.js';
import { freePort } from '../../../../../tooling/testing/free-port.js';
import { testData } from '../../../../../tooling/testing/test-data.js';
import { plainEnvironment, startProgram } from '../../started-program.js';

const real = testData('data/eia930');
const COMMAND = fileURLToPath(new URL('../../../dist/bin/loadcast.js', import.meta.url));
const PAGE = readFileSync(new URL('../../../../../docs/afternoon.md', import.meta.url), 'utf8');
const HALVES = [2021, 2022, 2023].flatMap((year) => [`${year}_Jan_Jun`, `${year}_Jul_Dec`]);
const PASSWORD = 'of the mesquite by the substation';
const run = promisify(execFile);

const blocks = [...PAGE.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map(([, language, code]) => ({
  language,
  code: code!,
}));
/** The block that has a word, and the reply under it. */
function example(word: string): { readonly code: string; readonly reply: unknown } {
  const at = blocks.findIndex(({ language, code }) => language !== 'json' && code.includes(word));
  const next = blocks[at + 1];
  return { code: blocks[at]!.code, reply: next?.language === 'json' ? JSON.parse(next.code) : undefined };
}

interface Changed {
  readonly type: string;
  readonly data: { readonly program_pct?: number; readonly old_program_pct?: number; readonly operating_day: string };
}

test.skipIf(real === undefined)(
  'docs/afternoon.md: the odds of a 4CP day cross a threshold, and a webhook says so, rightly signed',
  { timeout: 1_800_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'loadcast-afternoon-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    for (const half of HALVES) {
      const name = `EIA930_BALANCE_${half}.csv.gz`;
      symlinkSync(join(real!, name), join(folder, name));
    }
    const dataDir = join(folder, 'data');
    const env: NodeJS.ProcessEnv = { ...plainEnvironment(), LOADCAST_DATA_DIR: dataDir, PASSWORD };
    const printed = async (code: string): Promise<string> => {
      const script = `set -euo pipefail\nloadcast() { '${process.execPath}' '${COMMAND}' "$@"; }\n${code}`;
      return (await run('bash', ['-c', script], { cwd: folder, env, maxBuffer: 1e8 })).stdout.trim();
    };
    env['KEY'] = /lc_live_\w+/.exec(await printed(example('ingest').code))![0];

    const [, now] = /serve --now (\S+)/.exec(example('serve --now').code)!;
    const settings = { LOADCAST_DATA_DIR: dataDir, WEBHOOK_PRIVATE: '1' };
    const service = await startProgram(['serve', '--now', now!], settings, COMMAND);
    onTestFinished(async () => void (await service.end('SIGTERM')));
    env['BASE'] = service.url;

    const peaks = example('/v1/demand/peaks');
    // The day is pending until the gates of the morning are played again.
    await expect
      .poll(async () => shapeOf(JSON.parse(await printed(peaks.code))), { timeout: 600_000, interval: 1_000 })
      .toMatchObject(shapeOf(peaks.reply) as object);

    const port = String(await freePort());
    const webhook = example('/account/webhooks');
    const made = JSON.parse(await printed(webhook.code.replace('9000', port))) as { data: { secret: string } };
    expect(shapeOf(made)).toMatchObject(shapeOf(webhook.reply) as object);

    const receiver = example('createHmac');
    writeFileSync(join(folder, 'receiver.mjs'), receiver.code.replace('9000', port));
    const got = receive(folder, { ...env, SECRET: made.data.secret });
    await expect
      .poll(() => got.find(({ data }) => data.program_pct !== undefined), { timeout: 1_200_000, interval: 500 })
      .toBeDefined();
    const crossed = got.find(({ data }) => data.program_pct !== undefined)!;
    expect(shapeOf(crossed)).toEqual(shapeOf(receiver.reply));
    expect(crossed.data.operating_day).toBe('2023-08-10');
    const { old_program_pct: was, program_pct: is } = crossed.data;
    expect(ODDS_THRESHOLDS_PCT.filter((threshold) => was! < threshold && is! >= threshold)).not.toEqual([]);

    const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' };
    const forged = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: '{}' });
    expect(forged.status).toBe(401);
  },
);

/** Runs the receiver until the test is over. @returns its output, as it comes */
function receive(folder: string, env: NodeJS.ProcessEnv): readonly Changed[] {
  const receiver: ChildProcess = spawn(process.execPath, ['receiver.mjs'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    const ended = once(receiver, 'exit');
    receiver.kill('SIGKILL');
    await ended;
  });
  const got: Changed[] = [];
  let rest = '';
  receiver.stdout!.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop()!;
    for (const line of lines) got.push(JSON.parse(line) as Changed);
  });
  return got;
}
