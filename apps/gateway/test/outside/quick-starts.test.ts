import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shapeOf } from '../../../../tooling/conformance/src/testing/page-examples.js';
import { type ServedWorld, serveWorld } from '../served-world.js';
import { plainEnvironment } from '../started-program.js';

const PAGES = fileURLToPath(new URL('../../../../docs/quick-starts', import.meta.url));
const COMMAND = fileURLToPath(new URL('../../dist/bin/loadcast.js', import.meta.url));
const run = promisify(execFile);

let world: ServedWorld;
let env: NodeJS.ProcessEnv;
let folder: string;

beforeAll(async () => {
  world = await serveWorld({ DEMO_REGIONS: 'PJM' });
  folder = mkdtempSync(join(tmpdir(), 'loadcast-quick-starts-'));
  const key = await world.keyOf({ a: 'enterprise', b: 'enterprise', c: 'enterprise' });
  env = { ...plainEnvironment(), BASE: world.url, KEY: key, LOADCAST_DATA_DIR: world.dataDir, SOURCE: 'none' };
});
afterAll(async () => {
  await world.stop();
  world.remove();
  rmSync(folder, { recursive: true });
});

/** A command or program of a page, and the reply that is written under it. */
interface Example {
  readonly language: string;
  readonly code: string;
  readonly reply?: { readonly language: string; readonly text: string };
}

const RUNNABLE: ReadonlySet<string> = new Set(['sh', 'js']);

function examplesOf(page: string): Example[] {
  const text = readFileSync(join(PAGES, page), 'utf8');
  const blocks = [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map(([, language, code]) => ({
    language: language!,
    code: code!.trim(),
  }));
  return blocks.flatMap((block, i) => {
    if (!RUNNABLE.has(block.language)) return [];
    const next = blocks[i + 1];
    const hasReply = next !== undefined && !RUNNABLE.has(next.language);
    return [{ ...block, ...(hasReply && { reply: { language: next.language, text: next.code } }) }];
  });
}

/** Runs an example in an empty folder. @throws {Error} it fails, with its output */
async function printed({ language, code }: Example): Promise<string> {
  if (language === 'js') {
    writeFileSync(join(folder, 'example.mjs'), code);
    return (await run(process.execPath, ['example.mjs'], { cwd: folder, env })).stdout.trim();
  }
  const script = `set -euo pipefail\nloadcast() { '${process.execPath}' '${COMMAND}' "$@"; }\n${code}`;
  return (await run('bash', ['-c', script], { cwd: folder, env })).stdout.trim();
}

const pages = readdirSync(PAGES).filter((name) => name !== 'README.md');

test('the README lists each page', () => {
  const list = readFileSync(join(PAGES, 'README.md'), 'utf8');
  expect(pages.filter((page) => !list.includes(`(${page})`))).toEqual([]);
  expect(pages.length).toBe(5);
});

describe.skipIf(spawnSync('curl', ['--version']).status !== 0).each(pages)('%s', (page) => {
  const examples = examplesOf(page);

  test('has commands', () => expect(examples.length).toBeGreaterThan(1));

  test.each(examples)('$code', async (example) => {
    const output = await printed(example);
    expect(output).not.toBe('');
    const { language, text } = example.reply ?? {};
    if (language === 'csv') expect(output.split('\n')[0]).toContain(text);
    if (language === 'text') expect(output).toBe(text);
    if (language === 'json') expect(shapeOf(JSON.parse(output))).toMatchObject(shapeOf(JSON.parse(text!)) as object);
  });
});
