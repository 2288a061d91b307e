import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

test('a child whose reader is slow prints every line, in order', () => {
  const command = `"$0" "$1" "$2" 20000 | (sleep 1; cat)`;
  const args = [
    '-c',
    command,
    process.execPath,
    pathOf('../../../../tooling/run-source.mjs'),
    pathOf('print-many-lines.ts'),
  ];
  const printed = execFileSync('/bin/sh', args, { encoding: 'utf8', maxBuffer: 1e7 });
  expect(printed).toBe(Array.from({ length: 20_000 }, (_, n) => `line ${n}\n`).join(''));
});
