import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServedWorld, serveWorld } from '../served-world.js';

const run = promisify(execFile);
const PYTHON = fileURLToPath(new URL('../../../../clients/python/loadcast.py', import.meta.url));
const HOME_ASSISTANT = fileURLToPath(
  new URL('../../../../clients/home-assistant/test/test_integration.py', import.meta.url),
);
const folder = mkdtempSync(join(tmpdir(), 'loadcast-clients-'));

let world: ServedWorld;
let key: string;
beforeAll(async () => {
  world = await serveWorld();
  key = await world.keyOf({ a: 'developer' });
});
afterAll(async () => {
  await world?.stop();
  world?.remove();
  rmSync(folder, { recursive: true });
});

/** The install commands as the page shows them to this service's visitors. */
async function commandsOfThePage(): Promise<string[]> {
  const page = await (await fetch(`${world.url}/build`, { headers: { accept: 'text/html' } })).text();
  const pattern = new RegExp(`(?:curl|npm install)[^<"]* ${world.url}/clients/[a-z.]+`, 'g');
  return [...new Set(page.match(pattern))];
}

const PROGRAMS = [
  {
    tool: 'Python',
    file: 'ask.py',
    command: 'python3',
    program: () =>
      `from loadcast import Loadcast\nprint(len(Loadcast("${world.url}", key="${key}").get("/v1/demand/forecast", region="PJM")["data"]))`,
  },
  {
    tool: 'TypeScript',
    file: 'ask.mjs',
    command: 'node',
    program: () =>
      `import { createClient } from '@loadcast/client';\nconst { data } = await createClient({ baseUrl: '${world.url}', key: '${key}' }).get('/v1/demand/forecast', { region: 'PJM' });\nconsole.log(data.length);`,
  },
];

test.each(PROGRAMS)('the line of /build installs the $tool client, which reads 24 hours', async (row) => {
  const { tool, file, command, program } = row;
  const place = join(folder, tool);
  mkdirSync(place);
  writeFileSync(join(place, 'package.json'), '{"private":true}');
  const line = (await commandsOfThePage()).find((text) => text.startsWith('npm') === (tool === 'TypeScript'));
  await run('sh', ['-c', `${line}`], { cwd: place, env: { ...process.env, npm_config_audit: 'false' } });
  writeFileSync(join(place, file), program());
  expect((await run(command, [file], { cwd: place, env: { ...process.env, PYTHONPATH: '' } })).stdout.trim()).toBe(
    '24',
  );
});

test('the integration of Home Assistant has a value for each sensor', async () => {
  const env = { ...process.env, LOADCAST_URL: world.url, LOADCAST_KEY: key, PYTHONDONTWRITEBYTECODE: '1' };
  const { stderr } = await run('python3', [HOME_ASSISTANT], { env });
  expect(stderr).toMatch(/\nRan 7 tests in [\s\S]*\nOK\n$/);
});

test('a client that has not changed is not sent again, and another name is not found', async () => {
  const first = await fetch(`${world.url}/clients/loadcast.py`);
  expect(await first.text()).toBe(readFileSync(PYTHON, 'utf8'));
  const etag = first.headers.get('etag')!;
  expect((await fetch(`${world.url}/clients/loadcast.py`, { headers: { 'if-none-match': etag } })).status).toBe(304);
  expect((await fetch(`${world.url}/clients/../package.json`)).status).toBe(404);
  expect((await fetch(`${world.url}/clients/other.py`)).status).toBe(404);
});
