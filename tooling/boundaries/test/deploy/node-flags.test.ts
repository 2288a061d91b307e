import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../repository.js';

/** Where a gateway is started, and the line that does. */
const STARTS = [
  { file: 'package.json', line: /"start": "node (.*) tooling/ },
  { file: 'deploy/Dockerfile', line: /^ENTRYPOINT \["node", (.*), "\/app/m },
  { file: 'deploy/loadcast.service', line: /^ExecStart=\/usr\/bin\/env node (.*) \/opt/m },
];

const flagsOf = (text: string): string[] => text.split(/[\s",]+/).filter((word) => word.startsWith('--'));

test.each(STARTS)('$file starts node with the flags that OPERATIONS.md names', ({ file, line }) => {
  const named = /Started with `node (--[^`]*)`/.exec(readFileSync(join(ROOT, 'OPERATIONS.md'), 'utf8'))?.[1] ?? '';
  const started = line.exec(readFileSync(join(ROOT, file), 'utf8'))?.[1] ?? '';
  expect(flagsOf(started)).toEqual(flagsOf(named));
  expect(flagsOf(started)).not.toEqual([]);
});
