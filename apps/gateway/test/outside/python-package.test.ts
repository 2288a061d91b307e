import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPythonPackage, pythonEnvironment } from '../../../../tooling/release/python-package.mjs';
import { type ServedWorld, serveWorld } from '../served-world.js';

const README = fileURLToPath(new URL('../../../../clients/python/README.md', import.meta.url));
const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'loadcast-python-'));
const BUILT = join(folder, 'built');
/** The path of the package's wheel or source archive. */
const built = (ending: string): string => join(BUILT, readdirSync(BUILT).find((name) => name.endsWith(ending))!);
const LIBRARIES = ['pandas', 'polars', 'pyarrow', 'duckdb', 'matplotlib'];
const python = pythonEnvironment(join(folder, 'env'), ['hatchling', ...LIBRARIES]);

let world: ServedWorld;
let key: string;
beforeAll(async () => {
  world = await serveWorld();
  key = await world.keyOf({ a: 'team', b: 'standard', c: 'standard' });
  if (!python) return;
  mkdirSync(BUILT);
  buildPythonPackage(python, BUILT);
  await run(python, ['-m', 'pip', 'install', '--quiet', '--no-deps', built('.whl')]);
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

test.skipIf(!python).each([
  { reader: 'polars', read: 'import polars; load = polars.read_ipc_stream(stream)' },
  {
    reader: 'DuckDB',
    read: 'import duckdb, pyarrow.ipc; hours = pyarrow.ipc.open_stream(stream).read_all(); load = duckdb.sql("from hours order by time_utc").pl()',
  },
])('$reader draws the fan chart of an Arrow stream', async ({ reader, read }) => {
  const program = `import io, urllib.request, matplotlib.pyplot as plot
address = "${world.url}/v1/demand/forecast?region=PJM&horizon=2d&format=arrow"
request = urllib.request.Request(address, headers={"Authorization": "Bearer ${key}"})
stream = io.BytesIO(urllib.request.urlopen(request).read())
${read}
plot.plot(load["time_utc"], load["value_mw"])
fan = plot.fill_between(load["time_utc"], load["p10"], load["p90"], alpha=0.3)
plot.savefig("${reader}.png")
(corners,) = [path.vertices[:, 1] for path in fan.get_paths()]
print(len(load), corners.min() == load["p10"].min(), corners.max() == load["p90"].max())`;
  expect(await printed(program)).toBe('48 True True');
});

test.skipIf(!python)('the package is typed and says its version', async () => {
  const program = `import loadcast, pathlib, importlib.metadata
print((pathlib.Path(loadcast.__file__).parent / "py.typed").exists(), loadcast.__version__ == importlib.metadata.version("loadcast"))`;
  expect(await printed(program)).toBe('True True');
});

/** Pythons of this machine by their minor version: those on the path, and those of pyenv. */
function interpreters(): Map<number, string> {
  const found = new Map<number, string>();
  for (let minor = 9; minor < 20; minor += 1) {
    const versions = join(homedir(), '.pyenv/versions');
    const own = existsSync(versions) ? readdirSync(versions).filter((name) => name.startsWith(`3.${minor}.`)) : [];
    const paths = [...own.map((name) => join(versions, name, 'bin/python3')), `python3.${minor}`];
    const path = paths.find(
      (each) => spawnSync(each, ['-c', 'import venv, ensurepip'], { stdio: 'ignore' }).status === 0,
    );
    if (path !== undefined) found.set(minor, path);
  }
  return found;
}

const FOUND = interpreters();
const newest = Math.max(0, ...FOUND.keys());

describe.each([
  { name: 'the oldest that it takes, 3.9', interpreter: FOUND.get(9) },
  { name: `the newest here, 3.${newest}`, interpreter: FOUND.get(newest) },
])('in an empty environment of $name', ({ name, interpreter }) => {
  const home = join(folder, name.replace(/\W/g, ''));
  const source = join(home, 'source');
  const hasBoth = python !== undefined && interpreter !== undefined;
  let own: string;
  beforeAll(async () => {
    if (!hasBoth) return;
    mkdirSync(source, { recursive: true });
    own = pythonEnvironment(join(home, 'env'), [], interpreter)!;
    await run('tar', ['-xzf', built('.tar.gz'), '-C', source, '--strip-components=1']);
    await run(own, ['-m', 'pip', 'install', '--quiet', '--no-index', built('.whl')]);
  });

  test.skipIf(!hasBoth)('the wheel needs nothing else and reads 24 hours', async () => {
    const program = `from loadcast import Loadcast
print(len(Loadcast("${world.url}", key="${key}").get("/v1/demand/forecast", region="PJM")["data"]))`;
    const env = { ...process.env, PYTHONPATH: '' };
    expect((await run(own, ['-c', program], { cwd: home, env })).stdout.trim()).toBe('24');
    const listed = await run(own, ['-m', 'pip', 'list', '--format=freeze', '--exclude=pip', '--exclude=setuptools'], {
      env,
    });
    expect(listed.stdout.trim()).toMatch(/^loadcast==[\d.]+$/);
  });

  test.skipIf(!hasBoth)('the tests that the source archive holds pass, against this gateway too', async () => {
    const env = { ...process.env, LOADCAST_URL: world.url, LOADCAST_KEY: key, PYTHONPATH: '' };
    const { stderr } = await run(own, ['-m', 'unittest', 'discover', '-s', 'test'], { cwd: source, env });
    expect(Number(/\nRan (\d+) tests/.exec(stderr)?.[1])).toBeGreaterThan(30);
    expect(stderr).toMatch(/\nOK( \(skipped=\d+\))?\n$/);
  });

  test.skipIf(!hasBoth)('the source archive builds the wheel that the release publishes', async () => {
    const files = async (wheel: string) =>
      (await run(own, ['-m', 'zipfile', '-l', wheel])).stdout.replace(/ 20\d\d-.*/g, '');
    const again = join(home, 'again');
    await run(python!, ['-m', 'hatchling', 'build', '-t', 'wheel', '-d', again], { cwd: source });
    expect(await files(join(again, readdirSync(again)[0]!))).toBe(await files(built('.whl')));
  });
});
