import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServedWorld, serveWorld } from '../served-world.js';

const PAGES = fileURLToPath(new URL('../../../../docs/recipes', import.meta.url));
const run = promisify(execFile);

let world: ServedWorld;
let key: string;
let folder: string;

beforeAll(async () => {
  world = await serveWorld();
  key = await world.keyOf({ a: 'team' });
  folder = mkdtempSync(join(tmpdir(), 'loadcast-recipes-'));
});
afterAll(async () => {
  await world.stop();
  world.remove();
  rmSync(folder, { recursive: true });
});

/** The code of a page, in one language. */
function code(page: string, language: string): string {
  const text = readFileSync(join(PAGES, `${page}.md`), 'utf8');
  return [...text.matchAll(/```(\w+)\n([\s\S]*?)```/g)].find(([, name]) => name === language)![2]!;
}

const filled = (text: string): string => text.replaceAll('$BASE', world.url).replaceAll('$KEY', key);

/** Runs a program in the folder of the recipes. @returns what it printed */
async function printed(command: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, BASE: world.url, KEY: key };
  return (await run(command, args, { cwd: folder, env })).stdout.trim();
}

const exits0 = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;
const PYTHONS = ['python3', '/usr/bin/python3'];
const pythonWith = (library: string) => PYTHONS.find((python) => exits0(python, '-c', `import ${library}`));
const pandas = pythonWith('pandas');
const polars = pythonWith('polars');

test('each page is in the list, and has a test here', () => {
  const pages = readdirSync(PAGES).filter((name) => name !== 'README.md');
  const list = readFileSync(join(PAGES, 'README.md'), 'utf8');
  const tests = readFileSync(fileURLToPath(import.meta.url), 'utf8');
  for (const page of pages) {
    expect(list).toContain(`(${page})`);
    expect(tests).toContain(`'${page.slice(0, -3)}'`);
  }
});

test.skipIf(!exits0('curl', '--version'))('curl saves a file with its columns', async () => {
  await printed('bash', '-c', code('curl', 'sh'));
  const [header, first] = readFileSync(join(folder, 'load.csv'), 'utf8').split('\n');
  expect(header).toBe('time_utc,time_local,region,value_mw,p10,p90,issued_at,model');
  expect(first).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00:00Z,\d{4}-\d\d-\d\d \d\d:00,PJM,[\d.]+,[\d.]+,[\d.]+,/);
});

const KINDS =
  'print(len(frame), *[str(frame[name].dtype) for name in ["time_utc", "time_local", "p10", "p90"]], sep="|")';

test.skipIf(!pandas)('pandas has 24 rows, times as times, bounds as numbers', async () => {
  const program = `${code('pandas', 'python')}\n${KINDS}`;
  expect(await printed(pandas!, '-c', program)).toBe('24|datetime64[ns, UTC]|datetime64[ns]|float64|float64');
});

test.skipIf(!polars)('polars has 24 rows, times as times, bounds as numbers', async () => {
  const program = `${code('polars', 'python')}\n${KINDS}`;
  expect(await printed(polars!, '-c', program)).toMatch(/^24\|Datetime.*\|Datetime.*\|Float64\|Float64$/);
});

test.skipIf(!exits0('Rscript', '--version'))('R has 24 rows, the time as an instant, bounds as numbers', async () => {
  const program = `${code('r', 'r')}\ncat(nrow(frame), class(frame$time_utc)[1], is.numeric(frame$p10), anyNA(frame$time_utc), sep = "|")`;
  expect(await printed('Rscript', '-e', program)).toBe('24|POSIXct|TRUE|FALSE');
});

test('Excel: the request that the query makes is answered with the columns whose types it sets', async () => {
  const query = filled(code('excel', 'powerquery'));
  const [, base, path, parameters, authorization] =
    /Web\.Contents\("([^"]+)", \[RelativePath = "([^"]+)", Query = \[([^\]]+)\], Headers = \[Authorization = "([^"]+)"\]\]\)/.exec(
      query,
    )!;
  const pairs = [...parameters!.matchAll(/(\w+) = "([^"]+)"/g)].map(([, name, value]) => [name!, value!] as const);
  const search = new URLSearchParams(Object.fromEntries(pairs));
  const response = await fetch(`${base}/${path}?${search}`, { headers: { authorization: authorization! } });
  const columns = (await response.text()).split('\n')[0]!.split(',');
  expect(columns).toEqual(expect.arrayContaining([...query.matchAll(/\{"(\w+)", type/g)].map(([, name]) => name)));
});

test.skipIf(!exits0('soffice', '--version'))('LibreOffice converts the workbook', async () => {
  const [fetching, converting] = code('libreoffice', 'sh').trim().split('\n');
  await printed('bash', '-c', fetching!);
  await printed(
    'bash',
    '-c',
    converting!.replace('--headless', `-env:UserInstallation=file://${folder}/profile --headless`),
  );
  expect(statSync(join(folder, 'load.ods')).size).toBeGreaterThan(1_000);
});

test.skipIf(!exits0('duckdb', '--version'))('DuckDB finds the peak', async () => {
  expect(await printed('bash', '-c', code('duckdb', 'sh'))).toMatch(/\d{4}-\d\d-\d\d \d\d:00:00/);
});

test('Node prints a row', async () => {
  writeFileSync(join(folder, 'recipe.mjs'), code('node', 'js'));
  expect(await printed(process.execPath, 'recipe.mjs')).toMatch(/^\d{4}-\d\d-\d\d \d\d:00 [\d.]+ [\d.]+ [\d.]+$/);
});

test('browser: the preflight of the call from another origin is answered, and the answer may be read', async () => {
  const [, template] = /fetch\(`([^`]+)`/.exec(code('browser', 'js'))!;
  const address = template!.replace(/\$\{BASE\}/, world.url);
  const origin = 'https://example.org';
  const preflight = await fetch(address, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
  });
  expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('authorization');
  const answer = await fetch(address, { headers: { origin, authorization: `Bearer ${key}` } });
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  const { data } = (await answer.json()) as { data: object[] };
  expect(data[0]).toMatchObject({ time_local: expect.any(String), value_mw: expect.any(Number) });
});

test('grafana: the URL with the key of the data source has rows under its root', async () => {
  const token = /bearerToken: '([^']+)'/.exec(filled(code('grafana', 'yaml')))![1]!;
  const answer = await fetch(filled(code('grafana', 'text')).trim(), { headers: { authorization: `Bearer ${token}` } });
  const { data } = (await answer.json()) as { data: object[] };
  expect(data).toHaveLength(24);
});

test('home-assistant: the sensor’s request has the value of its template', async () => {
  const sensor = filled(code('home-assistant', 'yaml'));
  const resource = /resource: (\S+)/.exec(sensor)![1]!;
  const authorization = /Authorization: '([^']+)'/.exec(sensor)![1]!;
  const [, path] = /value_json\.([\w.]+)/.exec(sensor)!;
  const answer: unknown = await (await fetch(resource, { headers: { authorization } })).json();
  const value = path!.split('.').reduce((part, name) => (part as Record<string, unknown>)[name], answer);
  expect(value).toBeGreaterThan(0);
});
