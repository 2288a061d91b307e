import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PAGES = fileURLToPath(new URL('../../../../docs/quick-starts', import.meta.url));
const COMMAND = fileURLToPath(new URL('../../dist/bin/loadcast.js', import.meta.url));
const run = promisify(execFile);

export const quickStart = (page: string): string => readFileSync(join(PAGES, page), 'utf8');

/** The pages of the five people. */
export const QUICK_STARTS = readdirSync(PAGES).filter((name) => name !== 'README.md');

/** A command or program of a page, and the reply that is written under it. */
export interface Example {
  readonly language: string;
  readonly code: string;
  readonly reply?: { readonly language: string; readonly text: string };
}

const RUNNABLE: ReadonlySet<string> = new Set(['sh', 'js']);

export function examplesOf(page: string): Example[] {
  const text = quickStart(page);
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

/** Runs an example in a folder of its own. @throws {Error} it fails, with its output */
export async function printed({ language, code }: Example, folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  if (language === 'js') {
    writeFileSync(join(folder, 'example.mjs'), code);
    return (await run(process.execPath, ['example.mjs'], { cwd: folder, env })).stdout.trim();
  }
  const script = `set -euo pipefail\nloadcast() { '${process.execPath}' '${COMMAND}' "$@"; }\n${code}`;
  return (await run('bash', ['-c', script], { cwd: folder, env })).stdout.trim();
}
