import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, sourceFiles } from './repository.js';

/** Calls that no published source makes, each with the reason. */
const FORBIDDEN = [
  {
    call: 'AbortSignal.any',
    pattern: /AbortSignal\.any\(/,
    instead: 'withDeadline or firstOf of @loadcast/sources/deadline: Node may collect its sources before they fire',
  },
];

const sources = ['packages', 'apps']
  .flatMap((parent) => sourceFiles(join(ROOT, parent)))
  .filter((file) => file.includes('/src/') && !file.endsWith('.test.ts'));

test.each(FORBIDDEN)('nothing calls $call: $instead', ({ pattern }) => {
  const withoutComments = (file: string) => readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter((file) => pattern.test(withoutComments(file))).map((file) => file.slice(ROOT.length))).toEqual(
    [],
  );
});
