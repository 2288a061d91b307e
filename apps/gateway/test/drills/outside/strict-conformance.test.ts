import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { controlSqlite, openSqliteStore } from '@loadcast/storage/sqlite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeKeys } from '../../served-world.js';
import { killPrograms, plainEnvironment, type StartedProgram, startProgram } from '../../started-program.js';

/** Models are fitted and 46 days of gates are played for all areas before the suite begins. */
const PATIENCE_MS = 3_600_000;
vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS });

/**
 * Left out: it waits for the end of an hour. `npm test` runs it with a clock that is moved forward
 * (`tooling/conformance/src/conformance.test.ts`).
 */
const WAITS = 'Retry-After waited out';

let program: StartedProgram;
beforeAll(async () => {
  program = await startProgram(['start']);
});
afterAll(async () => {
  await killPrograms();
  if (program) rmSync(program.dataDir, { recursive: true, force: true });
});

/** Revokes every key of the account that has this e-mail, as `loadcast keys revoke` does beside the running gateway. */
async function revokeKeysOf(email: string): Promise<void> {
  const opened = await openSqliteStore({ dataDir: program.dataDir }, { role: 'control' });
  const store = controlSqlite(opened);
  const account = (await store.accountByEmail(email))!;
  for (const { id } of await store.keys(account.id)) await store.revokeKey(account.id, id, Date.now());
  await opened.close();
}

async function conformance(args: readonly string[]): Promise<{ status: number; output: string }> {
  const run = fileURLToPath(new URL('../../../../../tooling/conformance/run.mjs', import.meta.url));
  const child = spawn(process.execPath, [run, ...args], {
    env: { ...plainEnvironment(), NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const [status] = await once(child, 'close');
  return { status, output };
}

const failures = (output: string): string[] => output.split('\n').filter((line) => /×|FAIL|Error:/.test(line));

test('the program that npm start starts passes the whole suite from outside, with nothing skipped', async () => {
  await vi.waitUntil(() => program.output().includes('forecasts of past gates made'), {
    timeout: PATIENCE_MS,
    interval: 1_000,
  });
  const [small] = await makeKeys(program.dataDir, ['small'], { a: 'free', b: 'trial', c: 'trial' });
  const [gone] = await makeKeys(program.dataDir, ['gone'], { a: 'team', b: 'pro' });
  await revokeKeysOf('gone@example.org');
  const keys = ['--key', program.demoKey, '--small-key', small!, '--revoked-key', gone!];
  const { status, output } = await conformance([
    '--base',
    program.url,
    ...keys,
    '--strict',
    '--hostile',
    '--without',
    WAITS,
  ]);
  expect(failures(output)).toEqual([]);
  expect(status).toBe(0);
  expect(Number(/Tests\s+(\d+) passed \(\d+\)/.exec(output)?.[1])).toBeGreaterThan(700);
});
