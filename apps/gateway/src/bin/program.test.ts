import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const GATEWAY = fileURLToPath(new URL('../..', import.meta.url));
const PROGRAM = join(GATEWAY, 'dist/bin');
const PARTS: readonly string[] = JSON.parse(readFileSync(join(PROGRAM, 'parts.json'), 'utf8'));

/** Sources of the packages that only the program has. */
const SOURCES = ['src', ...['accounts', 'backtest', 'observe', 'service'].map((name) => `../../packages/${name}/src`)];

const filesOf = (folder: string, pattern: RegExp) =>
  readdirSync(join(GATEWAY, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name))
    .map((name) => join(GATEWAY, folder, name));

const namesIn = (files: readonly string[], pattern: RegExp) => [
  ...new Set(files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(pattern)].map((match) => match[1]!))),
];

const packagesOutside = (): string[] => {
  const files = PARTS.map((name) => join(PROGRAM, name));
  const imports = [
    ...namesIn(files, /^(?:import|\} from|export).*?["']([^"'.][^"']*)["'];$/gm),
    ...namesIn(files, /\bimport\("([^".][^"]*)"\)/g),
  ];
  return imports.filter((name) => !name.startsWith('node:')).map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)![0]);
};

test('the program imports from outside only what the gateway depends on, which is installed with it', () => {
  const { dependencies } = JSON.parse(readFileSync(join(GATEWAY, 'package.json'), 'utf8'));
  const packages = packagesOutside();
  expect(packages).toEqual(expect.arrayContaining(['pino', 'fast-xml-parser', 'undici', '@loadcast/console']));
  expect(packages.filter((name) => !(name in dependencies))).toEqual([]);
});

test('zod is inside the program, which has its licence', () => {
  expect(packagesOutside()).not.toContain('zod');
  expect(readFileSync(join(PROGRAM, 'LICENSES.txt'), 'utf8')).toMatch(/Colin McDonnell/);
});

test('every thread that the sources start is a file of the program', () => {
  const threads = namesIn(
    SOURCES.flatMap((folder) => filesOf(folder, /(?<!\.test)\.ts$/)),
    /new URL\('\.\/([\w-]+\.js)', import\.meta\.url\)/g,
  );
  expect(threads).toContain('forecast-worker.js');
  expect(threads.filter((name) => !existsSync(join(PROGRAM, name)))).toEqual([]);
});

test('it has the command, its threads, the doors of the package and what they reach, and lists no part of an earlier build', () => {
  const reached = new Set([
    'loadcast.js',
    'index.js',
    'config.js',
    ...PARTS.filter((name) => name.endsWith('-worker.js')),
  ]);
  for (const name of reached) {
    for (const part of namesIn([join(PROGRAM, name)], /["']\.\/(part-\w+\.js)["']/g)) reached.add(part);
  }
  expect(PARTS).toEqual([...reached].sort());
});

test.each([
  // field case 16
  { node: '18.20.4', runs: false },
  { node: '20.18.3', runs: false },
  { node: '20.19.0', runs: true },
  { node: '21.7.3', runs: false },
  { node: '22.11.0', runs: false },
  { node: '22.12.0', runs: true },
  { node: '26.1.0', runs: true },
  { node: '27.0.0', runs: false },
])('Node $node: runs $runs, or says in one line which Node is needed', ({ node, runs }) => {
  const disguise = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${node}' } })`;
  const args = ['--import', `data:text/javascript,${encodeURIComponent(disguise)}`, join(PROGRAM, 'loadcast.js'), '-v'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (runs)
    expect({ status, stdout, stderr }).toMatchObject({ status: 0, stdout: expect.stringMatching(/^loadcast /) });
  else {
    const line = `Loadcast needs Node 20.19 or newer (^20.19 || >=22.12 <27). This is Node ${node}.\n`;
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: line });
  }
});

test('what checks the Node imports nothing before it has', () => {
  expect(readFileSync(join(PROGRAM, 'check-node.mjs'), 'utf8')).not.toMatch(/^import\b/m);
  expect(namesIn([join(PROGRAM, 'loadcast.js')], /^import\b.*?["']([^"']+)["']/gm)).toEqual(['./check-node.mjs']);
});
