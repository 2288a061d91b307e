import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

const pages = readdirSync(PAGES)
  .filter((name) => name !== 'README.md')
  .map((name) => name.slice(0, -3));
const ownTests = readFileSync(fileURLToPath(import.meta.url), 'utf8');
/** Pages that no test below names: their program is run, and what it prints begins as the page says. */
const plainPages = pages.filter((page) => !ownTests.includes(`code('${page}'`));
const titleOf = (page: string): string =>
  readFileSync(join(PAGES, `${page}.md`), 'utf8')
    .split('\n')[0]!
    .slice(2);

test('the list of the README has each page (-u writes it)', async () => {
  const readme = readFileSync(join(PAGES, 'README.md'), 'utf8');
  const intro = readme.slice(0, readme.indexOf('| |\n'));
  const rows = pages.map((page) => `| [${titleOf(page)}](${page}.md) |\n`).join('');
  await expect(`${intro}| |\n|---|\n${rows}`).toMatchFileSnapshot(join(PAGES, 'README.md'));
});

/** How a program of a language is run. */
const RUNNERS: Readonly<Record<string, readonly [command: string, ...args: string[]]>> = {
  sh: ['bash', '-euo', 'pipefail', '-c'],
  python: ['python3', '-c'],
  r: ['Rscript', '-e'],
  js: [process.execPath, '--input-type=module', '-e'],
};

/** A line without its values: numbers and codes of grids are of the moment. */
const formOf = (text: string): string =>
  text
    .split('\n')[0]!
    .replace(/\d+/g, '0')
    .replace(/\b[A-Z]{3,}\b/g, 'GRID');

test.each(plainPages)('%s: the program of the page prints what it says', async (page) => {
  const text = readFileSync(join(PAGES, `${page}.md`), 'utf8');
  const blocks = [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map(
    ([, language, lines]) => [language!, lines!.trim()] as const,
  );
  const at = blocks.findIndex(([language]) => Object.hasOwn(RUNNERS, language));
  expect(at, `a block of one of ${Object.keys(RUNNERS)}`).toBeGreaterThanOrEqual(0);
  const [language, program] = blocks[at]!;
  const reply = blocks[at + 1]?.[1];
  expect(reply, 'a block after it, with the beginning of what it prints').toBeDefined();
  const [command, ...args] = RUNNERS[language]!;
  expect(formOf(await printed(command, ...args, program))).toBe(formOf(reply!));
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

test.skipIf(!exits0('soffice', '--version'))(
  'Excel: the one line asks for a sheet with bounds, and times that are dates',
  async () => {
    const [, address, authorization] =
      /Web\.Contents\("([^"]+)", \[Headers = \[Authorization = "([^"]+)"\]\]\), true\)/.exec(
        filled(code('excel', 'powerquery')),
      )!;
    const answer = await fetch(address!, { headers: { authorization: authorization! } });
    writeFileSync(join(folder, 'excel.xlsx'), Buffer.from(await answer.arrayBuffer()));
    const profile = `-env:UserInstallation=file://${folder}/excel-profile`;
    await printed('soffice', profile, '--headless', '--convert-to', 'fods', 'excel.xlsx');
    const sheet = readFileSync(join(folder, 'excel.fods'), 'utf8');
    const rows = sheet.split('<table:table-row').slice(1);
    const names = [...rows[0]!.matchAll(/<text:p>([^<]*)/g)].map(([, text]) => text);
    expect(names).toEqual(['time_utc', 'time_local', 'region', 'value_mw', 'p10', 'p90', 'issued_at', 'model']);
    const types = [...rows[1]!.matchAll(/office:value-type="(\w+)"/g)].map(([, type]) => type);
    expect(types.slice(0, 6)).toEqual(['date', 'date', 'string', 'float', 'float', 'float']);
  },
);

test('Excel: the request that the query makes is answered with the columns whose types it sets', async () => {
  const query = filled(code('excel', 'm'));
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

test('DuckDB has 24 rows, times as times, bounds as numbers', async () => {
  // The library of npm behind the name of the program: it prints rows and the types of columns.
  const program = `import { DuckDBInstance } from ${JSON.stringify(import.meta.resolve('@duckdb/node-api'))};
    const reader = await (await (await DuckDBInstance.create()).connect()).runAndReadAll(process.argv[3]);
    const types = Object.fromEntries(reader.columnNames().map((name, i) => [name, String(reader.columnTypes()[i])]));
    console.log(JSON.stringify({ rows: reader.currentRowCount, types }));`;
  const commands = join(folder, 'bin');
  mkdirSync(commands);
  writeFileSync(join(commands, 'duckdb.mjs'), program);
  writeFileSync(join(commands, 'duckdb'), `#!/bin/sh\nexec '${process.execPath}' '${commands}/duckdb.mjs' "$@"\n`, {
    mode: 0o755,
  });
  const text = await printed('bash', '-c', `PATH='${commands}':$PATH; ${code('duckdb', 'sh')}`);
  expect(JSON.parse(text)).toMatchObject({
    rows: 24,
    types: { time_utc: expect.stringMatching(/^TIMESTAMP/), time_local: 'TIMESTAMP', p10: 'DOUBLE', p90: 'DOUBLE' },
  });
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

/** What a state of `/build` gives for each tool, as the page shows it. */
async function snippets(query: string): Promise<Map<string, string>> {
  const html = await (await fetch(`${world.url}/build?${query}`)).text();
  const escapes: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
  const plain = (text: string): string => text.replace(/&(lt|gt|quot|amp);/g, (name) => escapes[name]!);
  return new Map(
    [...html.matchAll(/<pre[^>]* id="(\w+)"[^>]*><code>([\s\S]*?)<\/code>/g)].map(([, id, code]) => [
      id!,
      plain(code!),
    ]),
  );
}

const day = (fromNow: number) => new Date(Date.now() + fromNow * 86_400_000).toISOString().slice(0, 10);
const BUILT = [
  { name: 'two days ahead', query: 'region=PJM', rows: 48, columns: ['value_mw', 'p10', 'p90'] },
  {
    name: 'days of a gate with all columns',
    query: `region=CAISO&run=dam&start=${day(-3)}&end=${day(-3)}&columns=actual,operator,quantiles,inputs&zone=local`,
    rows: 24,
    columns: ['value_mw', 'p10', 'p25', 'p75', 'p90', 'actual_mw'],
  },
];

describe.each(BUILT)('code of /build for $name', ({ query, rows, columns }) => {
  let code: Map<string, string>;
  beforeAll(async () => {
    code = await snippets(query);
  });

  const names = columns.map((name) => `"${name}"`).join(', ');
  const frameIsNumeric = (isNumeric: string): string =>
    `\nprint("", len(frame), *[${isNumeric} for name in [${names}]], sep="|")`;
  const expected = ['', rows, ...columns.map(() => 'True')].join('|');

  test('names every tool', () => {
    expect([...code.keys()]).toEqual(['curl', 'excel', 'pandas', 'polars', 'r', 'typescript', 'duckdb', 'grafana']);
  });

  test.skipIf(!exits0('curl', '--version'))('curl', async () => {
    await printed('bash', '-c', code.get('curl')!);
    const [header, ...lines] = readFileSync(join(folder, 'load.csv'), 'utf8').trim().split('\n');
    expect([lines.length, header!.split(',')]).toEqual([rows, expect.arrayContaining(columns)]);
  });

  test.skipIf(!pandas)('pandas', async () => {
    expect(
      await printed(pandas!, '-c', code.get('pandas')! + frameIsNumeric('pd.api.types.is_numeric_dtype(frame[name])')),
    ).toContain(expected);
  });

  test.skipIf(!polars)('polars', async () => {
    expect(
      await printed(polars!, '-c', code.get('polars')! + frameIsNumeric('frame[name].dtype.is_numeric()')),
    ).toContain(expected);
  });

  test.skipIf(!exits0('Rscript', '--version'))('R', async () => {
    const text = await printed(
      'Rscript',
      '-e',
      `${code.get('r')!}\ncat("", nrow(frame), anyNA(frame$time_utc), sapply(frame[c(${names})], is.numeric), sep = "|")`,
    );
    expect(text).toContain(['', rows, 'FALSE', ...columns.map(() => 'TRUE')].join('|'));
  });

  test('TypeScript', async () => {
    const { code: program } = await transform(code.get('typescript')!, { loader: 'ts', format: 'esm' });
    writeFileSync(join(folder, 'built.mjs'), `${program}\nconsole.log(data.value_mw.length);`);
    expect(await printed(process.execPath, 'built.mjs')).toMatch(new RegExp(`\\n${rows}$`));
  });

  test.skipIf(!exits0('duckdb', '--version'))('DuckDB', async () => {
    expect(await printed('bash', '-c', code.get('duckdb')!)).toMatch(/peak_mw/);
  });

  test('Excel: the call that the query makes has every column whose type it sets', async () => {
    const text = code.get('excel')!.replace('YOUR_KEY', key);
    const [, base, path, parameters, authorization] =
      /Web\.Contents\("([^"]+)", \[\s+RelativePath = "([^"]+)",\s+Query = \[([^\]]+)\],\s+Headers = \[Authorization = "([^"]+)"\]/.exec(
        text,
      )!;
    const pairs = [...parameters!.matchAll(/(\w+) = "([^"]+)"/g)].map(([, name, value]) => `${name}=${value}`);
    const answer = await fetch(`${base}/${path}?${pairs.join('&')}`, { headers: { authorization: authorization! } });
    const header = (await answer.text()).split('\n')[0]!.split(',');
    expect([answer.status, header]).toEqual([200, expect.arrayContaining(['time_local', ...columns])]);
    const typed = [.../List\.Intersect\(\{\{([^}]+)\}/.exec(text)![1]!.matchAll(/"(\w+)"/g)].map(([, name]) => name);
    expect(typed).toEqual(expect.arrayContaining(columns));
  });

  test('Grafana: the URL of the panel has rows under its root', async () => {
    const text = code.get('grafana')!.replace('YOUR_KEY', key);
    const [token, url] = [/bearerToken: '([^']+)'/.exec(text)![1], /# URL of the panel: (\S+)/.exec(text)![1]];
    const answer = await fetch(url!, { headers: { authorization: `Bearer ${token}` } });
    expect(((await answer.json()) as { data: object[] }).data).toHaveLength(rows);
  });
});

test('the price that /build says is what the call costs', async () => {
  const headers = { authorization: `Bearer ${await world.keyOf({ a: 'developer' })}` };
  const built = await fetch(`${world.url}/build?region=PJM`);
  expect((await built.text()).replace(/<[^>]+>/g, '')).toContain(
    '1 unit of your hour, 1 of your day and 1 of PJM’s day',
  );
  const answer = await fetch(`${world.url}/v1/demand/forecast?region=PJM&horizon=2d&tz=market&format=csv`, { headers });
  expect(answer.headers.get('ratelimit')).toContain('"hourly";r=9999');
  const usage = (await (await fetch(`${world.url}/v1/usage`, { headers })).json()) as {
    data: { surfaces: { surface: string; day: { used: number }; regions: { region: string; used: number }[] }[] };
  };
  const a = usage.data.surfaces.find(({ surface }) => surface === 'a')!;
  expect([a.day.used, a.regions.map(({ region, used }) => [region, used])]).toEqual([1, [['PJM', 1]]]);
});
