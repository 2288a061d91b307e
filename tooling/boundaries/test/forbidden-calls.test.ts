import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, sourceFiles } from './repository.js';
import { isTestCode } from './source-file.js';

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
  {
    call: 'a reader of time of its own',
    pattern: /Date\.parse\(|new Date\(['"`]/,
    example: "Date.parse('2026-02-30')",
    instead: 'parseEpochMs or readInstant of @loadcast/core/time: engines move days that do not exist',
    // The reader itself, the client’s (it depends on nothing; the same table tests it), the console’s of what the service wrote, dates of HTTP.
    except: [
      'packages/core/src/time/read-instant.ts',
      'packages/client/src/parse-epoch-ms.ts',
      'apps/console/src/time/epoch-ms.ts',
      'packages/client/src/loadcast-error.ts',
      'packages/sources/src/http/retry-after.ts',
    ],
  },
];

test.each(FORBIDDEN)('$example is found', ({ example, pattern }) => expect(example).toMatch(pattern));

const sources = ['packages', 'apps']
  .flatMap((parent) => sourceFiles(join(ROOT, parent)))
  .filter((file) => file.includes('/src/') && !/\.generated\.ts$/.test(file) && !isTestCode(file)); // generated: what pages quote

test.each(FORBIDDEN)('nothing calls $call: $instead', ({ pattern, except = [] }) => {
  const withoutComments = (file: string) => readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  expect(sources.length).toBeGreaterThan(100);
  const found = sources.filter((file) => pattern.test(withoutComments(file))).map((file) => file.slice(ROOT.length));
  expect(found.sort()).toEqual([...except].sort());
});
