import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../repository.js';

const section = /## Budgets\n([\s\S]*?)\n## /.exec(readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8'))?.[1] ?? '';
const commands = (/```sh\n([\s\S]*?)```/.exec(section)?.[1] ?? '').trim().split('\n');

const BUDGETS = [
  { what: 'source lines', counter: 'wc -l', most: 88_000 },
  { what: 'Markdown words', counter: 'wc -w', most: 50_000 },
];

test.skipIf(!existsSync(join(ROOT, '.git'))).each(BUDGETS)(
  'the tree has at most $most $what, by the command of CONTRIBUTING.md',
  ({ counter, most }) => {
    const command = commands.find((line) => line.endsWith(counter));
    const printed = execFileSync('sh', ['-c', command!], { cwd: ROOT, encoding: 'utf8' });
    const count = Number(printed.trim());
    expect(count).toBeGreaterThan(most / 2);
    expect(count).toBeLessThanOrEqual(most);
  },
);
