import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type ServedWorld, serveWorld } from '../served-world.js';
import { hasBrowser, startBrowser } from './browser.js';
import { blocksOf, code, PAGES, type RecipeFolder, recipeFolder, TOOLS } from './recipe-tools.js';

let world: ServedWorld;
let key: string;
let folder: RecipeFolder;
const printed: RecipeFolder['printed'] = (...command) => folder.printed(...command);

beforeAll(async () => {
  world = await serveWorld({}, { demo: true });
  key = world.gateway.demoKey!;
  folder = recipeFolder({ BASE: world.url, KEY: key });
});
afterAll(async () => {
  await world.stop();
  world.remove();
  folder.remove();
});

const filled = (text: string): string => text.replaceAll('$BASE', world.url).replaceAll('$KEY', key);
const path = (name: string): string => join(folder.path, name);

const pages = readdirSync(PAGES)
  .filter((name) => name !== 'README.md')
  .map((name) => name.slice(0, -3));
const ownTests = readFileSync(fileURLToPath(import.meta.url), 'utf8');
/** Pages that no test below names: their program is run, and its output begins as the page says. */
const plainPages = pages.filter((page) => !ownTests.includes(`code('${page}'`));
const titleOf = (page: string): string =>
  readFileSync(join(PAGES, `${page}.md`), 'utf8')
    .split('\n')[0]!
    .slice(2);

test.each(pages)('%s: each block has five lines at most', (page) => {
  const lengths = blocksOf(page).map(({ code }) => code.split('\n').length);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(5);
});

/** A data frame with p10, p90 and local time in one line, `import` apart. */
test.each([
  ['pandas', 'python', 'pd.read_csv'],
  ['r', 'r', 'read.csv'],
  ['r', 'r', 'read_csv'],
  ['duckdb', 'sh', 'duckdb'],
  ['excel', 'powerquery', 'Excel.Workbook'],
])('%s: the %s with %s is one line', (page, language, word) => {
  const lines = code(page, language, word).split('\n');
  expect(lines.filter((line) => !line.startsWith('import '))).toHaveLength(1);
});

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
    .replace(/\d+(\.\d+)?/g, '0')
    .replace(/\b[A-Z]{3,}\b/g, 'GRID');

test.each(plainPages)('%s: the program of the page prints what it says', async (page) => {
  const blocks = blocksOf(page);
  const at = blocks.findIndex(({ language }) => Object.hasOwn(RUNNERS, language));
  expect(at, `a block of one of ${Object.keys(RUNNERS)}`).toBeGreaterThanOrEqual(0);
  const { language, code: program } = blocks[at]!;
  const reply = blocks[at + 1]?.code;
  expect(reply, 'a block after it, with the beginning of what it prints').toBeDefined();
  const [command, ...args] = RUNNERS[language]!;
  expect(formOf(await printed(command, ...args, program))).toBe(formOf(reply!));
});

test.skipIf(!TOOLS.curl)('curl saves a file with its columns', async () => {
  await printed('bash', '-c', code('curl', 'sh'));
  const [header, first] = readFileSync(path('load.csv'), 'utf8').split('\n');
  expect(header).toBe('time_utc,time_local,region,value_mw,p10,p90,issued_at,model');
  expect(first).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00:00Z,\d{4}-\d\d-\d\d \d\d:00,PJM,[\d.]+,[\d.]+,[\d.]+,/);
});

const KINDS =
  'print(len(frame), *[str(frame[name].dtype) for name in ["time_utc", "time_local", "p10", "p90"]], sep="|")';

test.skipIf(!TOOLS.pandas)('pandas has 24 rows, times as times, bounds as numbers', async () => {
  const program = `${code('pandas', 'python')}\n${KINDS}`;
  expect(await printed(TOOLS.pandas!, '-c', program)).toBe('24|datetime64[ns, UTC]|datetime64[ns]|float64|float64');
});

test.skipIf(!TOOLS.polars)('polars has 24 rows, times as times, bounds as numbers', async () => {
  const program = `${code('polars', 'python')}\n${KINDS}`;
  expect(await printed(TOOLS.polars!, '-c', program)).toMatch(/^24\|Datetime.*\|Datetime.*\|Float64\|Float64$/);
});

test.skipIf(!TOOLS.arrow)('Arrow: polars has 24 rows, times as times, bounds as numbers', async () => {
  const program = `${code('arrow', 'python')}\n${KINDS}`;
  const kinds = "24|Datetime(time_unit='ms', time_zone='UTC')|Datetime(time_unit='ms', time_zone=None)|Float64|Float64";
  expect(await printed(TOOLS.arrow!, '-c', program)).toBe(kinds);
});

test.skipIf(!TOOLS.rArrow)('Arrow: R has 24 rows, times as times, bounds as numbers', async () => {
  const url = `${world.url}/v1/demand/forecast?region=PJM&format=arrow`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  writeFileSync(path('load.arrows'), Buffer.from(await answer.arrayBuffer()));
  const program =
    'frame <- arrow::read_ipc_stream("load.arrows"); cat(nrow(frame), class(frame$time_utc)[1], class(frame$p10), class(frame$p90), sep = "|")';
  expect(await printed('Rscript', '-e', program)).toBe('24|POSIXct|numeric|numeric');
});

test.skipIf(!TOOLS.arrow)('Arrow: DuckDB and pandas read the same table', async () => {
  const program = `${code('arrow', 'py')}\nframe = load.to_pandas()\n${KINDS}`;
  const lines = (await printed(TOOLS.arrow!, '-c', program)).split('\n');
  expect(lines.join('\n')).toMatch(/peak_hour.*p90_mw/);
  expect(lines.at(-1)).toMatch(/^24\|datetime64\[.s, UTC\]\|datetime64\[.s\]\|float64\|float64$/);
});

test.skipIf(!TOOLS.r)('R has 24 rows, the time as an instant, bounds as numbers', async () => {
  const program = `${code('r', 'r', 'read.csv')}\ncat(nrow(frame), class(frame$time_utc)[1], is.numeric(frame$p10), anyNA(frame$time_utc), sep = "|")`;
  expect(await printed('Rscript', '-e', program)).toBe('24|POSIXct|TRUE|FALSE');
});

test.skipIf(!TOOLS.readr)('readr has 24 rows, both times as times, bounds as numbers', async () => {
  const kinds = 'sapply(frame[c("time_utc", "time_local", "p10", "p90")], function(column) class(column)[1])';
  const program = `${code('r', 'r', 'readr::')}\ncat("", nrow(frame), ${kinds}, as.numeric(frame$time_utc[2]), sep = "|")`;
  const [, ...cells] = (await printed('Rscript', '-e', program)).split('|');
  expect(cells.slice(0, 5)).toEqual(['24', 'POSIXct', 'POSIXct', 'numeric', 'numeric']);
  const answer = await fetch(`${world.url}/v1/demand/forecast?region=PJM`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const { data } = (await answer.json()) as { data: { timestamp: string }[] };
  expect(data.map(({ timestamp }) => Date.parse(timestamp) / 1_000)).toContain(Number(cells[5]));
});

test.skipIf(!TOOLS.calc)('Excel: the one line asks for a sheet with bounds, and times that are dates', async () => {
  const [, address, authorization] =
    /Web\.Contents\("([^"]+)", \[Headers = \[Authorization = "([^"]+)"\]\]\), true\)/.exec(
      filled(code('excel', 'powerquery')),
    )!;
  const answer = await fetch(address!, { headers: { authorization: authorization! } });
  writeFileSync(path('excel.xlsx'), Buffer.from(await answer.arrayBuffer()));
  const profile = `-env:UserInstallation=file://${folder.path}/excel-profile`;
  await printed('soffice', profile, '--headless', '--convert-to', 'fods', 'excel.xlsx');
  const sheet = readFileSync(path('excel.fods'), 'utf8');
  const rows = sheet.split('<table:table-row').slice(1);
  const names = [...rows[0]!.matchAll(/<text:p>([^<]*)/g)].map(([, text]) => text);
  expect(names).toEqual(['time_utc', 'time_local', 'region', 'value_mw', 'p10', 'p90', 'issued_at', 'model']);
  const types = [...rows[1]!.matchAll(/office:value-type="(\w+)"/g)].map(([, type]) => type);
  expect(types.slice(0, 6)).toEqual(['date', 'date', 'string', 'float', 'float', 'float']);
});

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

test.skipIf(!TOOLS.calc)('LibreOffice converts the workbook', async () => {
  const [fetching, converting] = code('libreoffice', 'sh').trim().split('\n');
  await printed('bash', '-c', fetching!);
  await printed(
    'bash',
    '-c',
    converting!.replace('--headless', `-env:UserInstallation=file://${folder.path}/profile --headless`),
  );
  expect(statSync(path('load.ods')).size).toBeGreaterThan(1_000);
});

test('DuckDB has 24 rows, times as times, bounds as numbers', async () => {
  const text = await printed('bash', '-c', code('duckdb', 'sh'));
  expect(JSON.parse(text)).toMatchObject({
    rows: 24,
    types: { time_utc: expect.stringMatching(/^TIMESTAMP/), time_local: 'TIMESTAMP', p10: 'DOUBLE', p90: 'DOUBLE' },
  });
});

test('Node prints a row', async () => {
  writeFileSync(path('recipe.mjs'), code('node', 'js'));
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

test.skipIf(!hasBrowser)('browser: a page of another origin shows the first hour', async () => {
  const html = `<body><script type="module">const BASE = '${world.url}', KEY = '${key}';\n${code('browser', 'js')}</script>`;
  const site = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void site.close());
  const browser = await startBrowser();
  onTestFinished(() => browser.close());
  const { page, faults } = await browser.open();
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  await page.getByText(/^\d{4}-\d\d-\d\d \d\d:00: [\d.]+ MW$/).waitFor();
  expect(faults).toEqual([]);
});

test('grafana: the query of the panel, with the key of the data source, has each of its columns in every row', async () => {
  const token = /bearerToken: '([^']+)'/.exec(filled(code('grafana', 'yaml')))![1]!;
  const { url, root_selector, columns } = JSON.parse(filled(code('grafana', 'json'))) as {
    url: string;
    root_selector: string;
    columns: { selector: string; type: 'timestamp' | 'number' }[];
  };
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const rows = ((await answer.json()) as Record<string, Record<string, unknown>[]>)[root_selector]!;
  const isOf = { timestamp: (cell: unknown) => Date.parse(String(cell)) > 0, number: Number.isFinite };
  const good = rows.filter((row) => columns.every(({ selector, type }) => isOf[type](row[selector])));
  expect([rows.length, good.length, columns.length]).toEqual([24, 24, 4]);
});

test('home-assistant: the sensor’s request has the value of its template', async () => {
  const sensor = filled(code('home-assistant', 'yaml'));
  const resource = /resource: '([^']+)'/.exec(sensor)![1]!;
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

  test.skipIf(!TOOLS.curl)('curl', async () => {
    await printed('bash', '-c', code.get('curl')!);
    const [header, ...lines] = readFileSync(path('load.csv'), 'utf8').trim().split('\n');
    expect([lines.length, header!.split(',')]).toEqual([rows, expect.arrayContaining(columns)]);
  });

  test.skipIf(!TOOLS.pandas)('pandas', async () => {
    expect(
      await printed(
        TOOLS.pandas!,
        '-c',
        code.get('pandas')! + frameIsNumeric('pd.api.types.is_numeric_dtype(frame[name])'),
      ),
    ).toContain(expected);
  });

  test.skipIf(!TOOLS.polars)('polars', async () => {
    expect(
      await printed(TOOLS.polars!, '-c', code.get('polars')! + frameIsNumeric('frame[name].dtype.is_numeric()')),
    ).toContain(expected);
  });

  test.skipIf(!TOOLS.r)('R', async () => {
    const text = await printed(
      'Rscript',
      '-e',
      `${code.get('r')!}\ncat("", nrow(frame), anyNA(frame$time_utc), sapply(frame[c(${names})], is.numeric), sep = "|")`,
    );
    expect(text).toContain(['', rows, 'FALSE', ...columns.map(() => 'TRUE')].join('|'));
  });

  test('TypeScript', async () => {
    const { code: program } = await transform(code.get('typescript')!, { loader: 'ts', format: 'esm' });
    writeFileSync(path('built.mjs'), `${program}\nconsole.log(data.value_mw.length);`);
    expect(await printed(process.execPath, 'built.mjs')).toMatch(new RegExp(`\\n${rows}$`));
  });

  test('DuckDB', async () => {
    expect(JSON.parse(await printed('bash', '-c', code.get('duckdb')!))).toEqual({
      rows: 1,
      types: { peak_hour: expect.stringMatching(/^TIMESTAMP/), peak_mw: 'DOUBLE' },
    });
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
  expect((await built.text()).replace(/<[^>]+>/g, '')).toContain('Counts as 1 call (hourly, daily and PJM limits).');
  const answer = await fetch(`${world.url}/v1/demand/forecast?region=PJM&horizon=2d&tz=market&format=csv`, { headers });
  expect(answer.headers.get('ratelimit')).toContain('"hourly";r=9999');
  const usage = (await (await fetch(`${world.url}/v1/usage`, { headers })).json()) as {
    data: { surfaces: { surface: string; day: { used: number }; regions: { region: string; used: number }[] }[] };
  };
  const a = usage.data.surfaces.find(({ surface }) => surface === 'a')!;
  expect([a.day.used, a.regions.map(({ region, used }) => [region, used])]).toEqual([1, [['PJM', 1]]]);
});
