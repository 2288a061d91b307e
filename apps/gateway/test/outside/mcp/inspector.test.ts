import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServedWorld, serveWorld } from '../../served-world.js';

const run = promisify(execFile);

/** The newest of the protocol's official inspectors that runs on every Node of ours; 41 MB, so no dependency of the workspace. */
const INSPECTOR = '@modelcontextprotocol/inspector-cli@1.0.3';
const folder = mkdtempSync(join(tmpdir(), 'loadcast-inspector-'));
writeFileSync(join(folder, 'package.json'), '{"private":true}');
const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', INSPECTOR];
const isInstalled = spawnSync('npm', install, { cwd: folder, stdio: 'ignore' }).status === 0;
// The command line reads its name and version from the manifest of the whole inspector, which its package lacks.
const MANIFEST = join(folder, 'node_modules/@modelcontextprotocol/package.json');
if (isInstalled) writeFileSync(MANIFEST, '{"name":"@modelcontextprotocol/inspector","version":"1.0.3"}');

let world: ServedWorld;
let key: string;
beforeAll(async () => {
  if (!isInstalled) return;
  world = await serveWorld();
  key = await world.keyOf({ a: 'team' });
});
afterAll(async () => {
  await world?.stop();
  world?.remove();
  rmSync(folder, { recursive: true });
});

/** The result of one method, as the inspector prints it once it has held it to the protocol. */
async function inspected(method: string, ...args: string[]) {
  const program = join(folder, 'node_modules/@modelcontextprotocol/inspector-cli/build/index.js');
  const header = `Authorization: Bearer ${key}`;
  const asked = [`${world.url}/mcp`, '--transport', 'http', '--header', header, '--method', method, ...args];
  return JSON.parse((await run(process.execPath, [program, ...asked])).stdout);
}

test.skipIf(!isInstalled)(
  'the official inspector lists five tools that only read, each with both schemas',
  async () => {
    const { tools } = await inspected('tools/list');
    expect(tools).toHaveLength(5);
    for (const tool of tools) {
      const schema = { type: 'object', properties: expect.any(Object) };
      const annotations = { readOnlyHint: true };
      expect(tool).toMatchObject({ title: expect.any(String), annotations, inputSchema: schema, outputSchema: schema });
    }
  },
);

test.skipIf(!isInstalled).each([
  { tool: 'list_regions', args: [] },
  { tool: 'get_forecast', args: ['region=PJM', 'horizon=2d'] },
  { tool: 'compare', args: ['region=PJM'] },
  { tool: 'get_scores', args: ['region=PJM', 'window=2'] },
  { tool: 'explain_peak', args: ['region=PJM'] },
])('the official inspector calls $tool and has its fields as text and as an object', async ({ tool, args }) => {
  const given = args.flatMap((arg) => ['--tool-arg', arg]);
  const { content, structuredContent, isError = false } = await inspected('tools/call', '--tool-name', tool, ...given);
  expect(isError, content[0].text).toBe(false);
  expect(structuredContent).toMatchObject({ unit: 'MW' });
  expect(JSON.parse(content[0].text)).toEqual(structuredContent);
});
