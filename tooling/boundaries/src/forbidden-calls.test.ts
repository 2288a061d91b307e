import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, sourceFiles } from './repository.js';

/** Calls that no published source makes, each with the reason. */
const FORBIDDEN = [
  {
    call: 'AbortSignal.any',
    pattern: /AbortSignal\.any\(/,
    example: 'AbortSignal.any([a, b])',
    instead: 'withDeadline or firstOf of @loadcast/sources/deadline: Node may collect its sources before they fire',
  },
  // Paths are written as on the machine: Windows has backslashes, drives and %20 in the addresses of files.
  {
    call: 'the path name of a file’s address',
    pattern: /import\.meta\.url\)\.pathname|\burl\.pathname\(.*import\.meta/,
    example: "readFileSync(new URL('x.json', import.meta.url).pathname)",
    instead: 'fileURLToPath, or the URL itself',
  },
  {
    call: 'a folder and a slash',
    pattern: /\$\{[\w.]*(?:dir|folder|root|home)\w*\}\/|\b\w*(?:Dir|dir|Folder|folder|Root|root) \+ ['"`]\//i,
    example: "dataDir + '/loadcast.db'",
    instead: 'join of node:path',
  },
  {
    call: 'a folder of Unix',
    pattern: /['"`]\/(?:tmp|dev|usr|var|etc|home)\b/,
    example: "mkdtempSync('/tmp/x')",
    instead: 'tmpdir() of node:os, or a setting',
  },
  {
    call: 'a path cut at slashes',
    pattern: /(?:[fF]ile|[fF]older|[dD]ir|filename|dirname)\.(?:split|lastIndexOf)\(['"`]\//,
    example: "dataDir.split('/')",
    instead: 'basename and dirname of node:path',
  },
];

test.each(FORBIDDEN)('$example is found', ({ example, pattern }) => expect(example).toMatch(pattern));

const sources = ['packages', 'apps']
  .flatMap((parent) => sourceFiles(join(ROOT, parent)))
  .filter((file) => file.includes('/src/') && !/\.(test|generated)\.ts$/.test(file)); // generated: what pages quote

test.each(FORBIDDEN)('nothing calls $call: $instead', ({ pattern }) => {
  const withoutComments = (file: string) => readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter((file) => pattern.test(withoutComments(file))).map((file) => file.slice(ROOT.length))).toEqual(
    [],
  );
});
