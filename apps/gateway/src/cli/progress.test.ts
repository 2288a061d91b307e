import { expect, test } from 'vitest';
import type { CommandIo } from './command.js';
import { startProgress } from './progress.js';

function lines(total: number, steps: readonly number[], unit = 'files'): string[] {
  const printed: string[] = [];
  const io: CommandIo = {
    env: {},
    now: () => 0,
    out: () => {},
    err: (line) => printed.push(line),
    signal: new AbortController().signal,
  };
  const progress = startProgress(io, total, unit);
  for (const done of steps) progress.update(done, `file ${done}`);
  progress.stop();
  return printed;
}

test.each([
  { name: 'nothing done prints nothing', total: 10, steps: [0], printed: [] },
  {
    name: 'one line a tenth',
    total: 10,
    steps: [1, 2],
    printed: ['10 % (1 of 10 files) file 1', '20 % (2 of 10 files) file 2'],
  },
  {
    name: 'steps inside a tenth print once',
    total: 100,
    steps: [10, 11, 19],
    printed: ['10 % (10 of 100 files) file 10'],
  },
  { name: 'a step over several tenths prints the last', total: 4, steps: [3], printed: ['70 % (3 of 4 files) file 3'] },
  { name: 'a part does not count as one', total: 3, steps: [1.8], printed: ['60 % (1 of 3 files) file 1.8'] },
  { name: 'nothing to do is no division by zero', total: 0, steps: [0], printed: [] },
])('without a terminal: $name', ({ total, steps, printed }) => expect(lines(total, steps)).toEqual(printed));

test('a terminal has one line, drawn again when it changes and erased at the end', () => {
  const drawn: string[] = [];
  const progress = startProgress(
    { err: (line) => drawn.push(`err ${line}`), redraw: (line) => drawn.push(line) },
    4,
    'files',
  );
  for (const done of [1, 1, 4]) progress.update(done, 'x');
  progress.stop();
  expect(drawn).toEqual([
    `${'='.repeat(10).padEnd(40)} 25 % | 1 of 4 files | x`,
    `${'='.repeat(40)} 100 % | 4 of 4 files | x`,
    '',
  ]);
});
