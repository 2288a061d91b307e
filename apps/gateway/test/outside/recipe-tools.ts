import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The pages of recipes. */
export const PAGES = fileURLToPath(new URL('../../../../docs/recipes', import.meta.url));

export interface Block {
  readonly language: string;
  readonly code: string;
}

/** The blocks of code of a page, in order. */
export function blocksOf(page: string): Block[] {
  const text = readFileSync(join(PAGES, `${page}.md`), 'utf8');
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map(([, language, code]) => ({
    language: language!,
    code: code!.trim(),
  }));
}

/** The first block of a page in one language, or that which has a word. @throws {Error} it has none */
export function code(page: string, language: string, word = ''): string {
  const block = blocksOf(page).find((each) => each.language === language && each.code.includes(word));
  if (!block) throw new Error(`${page}.md has no block of ${language} with "${word}"`);
  return block.code;
}

const exits0 = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;
const pythonWith = (library: string): string | undefined =>
  ['python3', '/usr/bin/python3'].find((python) => exits0(python, '-c', `import ${library}`));

/** Installed tools: the path of a Python that has the library, or whether the program starts. */
export const TOOLS = {
  pandas: pythonWith('pandas'),
  polars: pythonWith('polars'),
  arrow: pythonWith('pyarrow, polars, duckdb, pandas'),
  curl: exits0('curl', '--version'),
  r: exits0('Rscript', '--version'),
  readr: exits0('Rscript', '-e', 'library(readr)'),
  rArrow: exits0('Rscript', '-e', 'library(arrow)'),
  calc: exits0('soffice', '--version'),
};

export interface RecipeFolder {
  readonly path: string;
  /** Runs a program there, with the address and the key of the service. @returns its output */
  printed(command: string, ...args: string[]): Promise<string>;
  remove(): void;
}

/** A folder to run recipes in. Its `duckdb` is the library of npm, which prints rows and the types of columns. */
export function recipeFolder(service: Readonly<Record<'BASE' | 'KEY', string>>): RecipeFolder {
  const path = mkdtempSync(join(tmpdir(), 'loadcast-recipes-'));
  const bin = join(path, 'bin');
  writeDuckdb(bin);
  const env = { ...process.env, ...service, PATH: `${bin}${delimiter}${process.env['PATH']}` };
  return {
    path,
    printed: async (command, ...args) => (await run(command, args, { cwd: path, env })).stdout.trim(),
    remove: () => rmSync(path, { recursive: true }),
  };
}

function writeDuckdb(bin: string): void {
  const program = `import { DuckDBInstance } from ${JSON.stringify(import.meta.resolve('@duckdb/node-api'))};
    const connection = await (await DuckDBInstance.create()).connect();
    const reader = await connection.runAndReadAll(process.argv.at(-1));
    const types = Object.fromEntries(reader.columnNames().map((name, i) => [name, String(reader.columnTypes()[i])]));
    console.log(JSON.stringify({ rows: reader.currentRowCount, types }));`;
  mkdirSync(bin);
  writeFileSync(join(bin, 'duckdb.mjs'), program);
  writeFileSync(join(bin, 'duckdb'), `#!/bin/sh\nexec '${process.execPath}' '${bin}/duckdb.mjs' "$@"\n`, {
    mode: 0o755,
  });
}
