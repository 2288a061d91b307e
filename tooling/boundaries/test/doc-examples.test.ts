import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as core from '@loadcast/core';
import * as forecast from '@loadcast/core/forecast';
import * as quota from '@loadcast/core/quota';
import * as time from '@loadcast/core/time';
import { expect, test } from 'vitest';
import { ROOT, sourceFiles } from './repository.js';

/** One `@example` of a docstring: lines of code, the last with its result. Core and the file's own exports are in scope. */
interface Example {
  readonly file: string;
  readonly where: string;
  readonly code: string;
  readonly expected: string;
}

const examples = sourceFiles(join(ROOT, 'packages')).flatMap((file) => examplesOf(file));

test('docstrings have examples', () => expect(examples.length).toBeGreaterThan(50));

test.each(examples)('$where: $code', async ({ file, code, expected }) => {
  const lines = code.split('\n').filter((line) => line.trim() !== '');
  const last = lines.pop()!;
  const own = (await import(/* @vite-ignore */ file)) as Record<string, unknown>;
  const names = { ...core, ...forecast, ...time, ...quota, ...own };
  const scope = Object.keys(names);
  const values = Object.values(names);
  const result: unknown = new Function(...scope, `${lines.join('\n')}\nreturn (${last});`)(...values);
  const wanted: unknown = new Function(...scope, `return (${expected});`)(...values);
  expect(result).toEqual(wanted);
});

function examplesOf(file: string): Example[] {
  const source = readFileSync(file, 'utf8');
  return [...source.matchAll(/@example\n([\s\S]*?)(?=\n\s*\* @|\n\s*\*\/)/g)].flatMap((match) => {
    const lines = match[1]!.split('\n').map((line) => line.replace(/^\s*\* ?/, ''));
    const where = `${file.slice(ROOT.length)}:${source.slice(0, match.index).split('\n').length}`;
    let code = '';
    const found: Example[] = [];
    for (const line of lines) {
      const [before, after] = line.split('// =>');
      code += `${before!.trimEnd().replace(/;$/, after === undefined ? ';' : '')}\n`;
      if (after !== undefined) {
        found.push({ file, where, code: code.trim(), expected: after.trim() });
        code = '';
      }
    }
    return found;
  });
}
