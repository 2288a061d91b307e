import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { killPrograms, type StartedProgram, startProgram } from '../started-program.js';

const GATEWAY = fileURLToPath(new URL('../../', import.meta.url));
const [BUILT, AWAY] = [`${GATEWAY}dist`, `${GATEWAY}dist-away`];

let program: StartedProgram | undefined;

afterEach(async () => {
  if (existsSync(AWAY)) renameSync(AWAY, BUILT);
  await killPrograms();
  if (program) rmSync(program.dataDir, { recursive: true, force: true });
});

const copies = (): string[] => readdirSync(GATEWAY).filter((name) => name.startsWith('.running-'));

/** Statuses of calls whose code is loaded when the first of them comes: a part of the program, and a thread. */
async function statuses({ url, demoKey }: StartedProgram): Promise<readonly number[]> {
  const post = async (path: string, body: object, headers: Readonly<Record<string, string>> = {}) => {
    const type = { 'content-type': 'application/json', ...headers };
    return (await fetch(url + path, { method: 'POST', headers: type, body: JSON.stringify(body) })).status;
  };
  return [
    await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, { authorization: `Bearer ${demoKey}` }),
    await post('/account/sign-in', { email: 'nobody@example.org', password: 'harbor-quartz-tulip-91' }),
  ];
}

test('a program whose build is removed answers calls for which it has loaded nothing yet, and leaves no copy', async () => {
  const before = copies();
  program = await startProgram(['start']);
  expect(copies()).toEqual([...before, `.running-${program.process.pid}`].toSorted());
  renameSync(BUILT, AWAY);
  expect(await statuses(program)).toEqual([200, 401]);
  await program.end('SIGTERM');
  expect(copies()).toEqual(before);
});

test('a command that ends within seconds makes no copy of the program', () => {
  const before = statSync(GATEWAY).mtimeMs; // moves when a folder is made in it or removed
  const { status, stdout } = spawnSync(process.execPath, [`${GATEWAY}../../tooling/run.mjs`, 'loadcast', 'plans']);
  expect([status, String(stdout)]).toEqual([0, expect.stringContaining('Free')]);
  expect(statSync(GATEWAY).mtimeMs).toBe(before);
});
