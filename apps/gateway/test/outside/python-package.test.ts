import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPythonPackage, pythonEnvironment } from '../../../../tooling/release/python-package.mjs';
import { type ServedWorld, serveWorld } from '../served-world.js';

const README = fileURLToPath(new URL('../../../../clients/python/README.md', import.meta.url));
const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'loadcast-python-'));
const LIBRARIES = ['pandas', 'polars', 'pyarrow', 'matplotlib'];
const python = pythonEnvironment(join(folder, 'env'), ['hatchling', ...LIBRARIES]);

let world: ServedWorld;
let key: string;
beforeAll(async () => {
  world = await serveWorld();
  key = await world.keyOf({ a: 'team', b: 'standard', c: 'standard' });
  if (!python) return;
  const output = join(folder, 'built');
  mkdirSync(output);
  const wheel = buildPythonPackage(python, output).find((name) => name.endsWith('.whl'))!;
  await run(python, ['-m', 'pip', 'install', '--quiet', '--no-deps', join(output, wheel)]);
});
afterAll(async () => {
  await world.stop();
  world.remove();
  rmSync(folder, { recursive: true });
});

/** What a program of the environment prints; it has the wheel, and no file of ours beside it. */
async function printed(program: string): Promise<string> {
  const env = { ...process.env, MPLBACKEND: 'Agg', PYTHONPATH: '' };
  return (await run(python!, ['-c', program], { cwd: folder, env })).stdout.trim();
}

test.skipIf(!python)('the three lines of the README draw the fan chart', async () => {
  const [, program] = /```python\n([\s\S]*?)```/.exec(readFileSync(README, 'utf8'))!;
  const lines = program!.trim().split('\n');
  expect(lines).toHaveLength(3);
  const asked = lines.join('\n').replace('http://127.0.0.1:8080', world.url).replace('lc_live_...', key);
  const drawn = `${asked.replace('load.plot', 'axes = load.plot')}\nprint(*[line.get_label() for line in axes.lines], len(load))`;
  expect(await printed(drawn)).toBe('value_mw p10 p90 48');
});

test.skipIf(!python).each([
  { library: 'polars', columns: 'frame.columns' },
  { library: 'arrow', columns: 'frame.column_names' },
])('to_$library has 24 rows with bounds', async ({ library, columns }) => {
  const program = `from loadcast import Loadcast
frame = Loadcast("${world.url}", key="${key}").to_${library}("/v1/demand/forecast", region="PJM")
print(len(frame), {"value_mw", "p10", "p90"} <= set(${columns}))`;
  expect(await printed(program)).toBe('24 True');
});

test.skipIf(!python)('the package is typed and says its version', async () => {
  const program = `import loadcast, pathlib, importlib.metadata
print((pathlib.Path(loadcast.__file__).parent / "py.typed").exists(), loadcast.__version__ == importlib.metadata.version("loadcast"))`;
  expect(await printed(program)).toBe('True True');
});
