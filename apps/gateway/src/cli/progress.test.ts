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
    interactive: false,
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
    printed: ['10 % (1/10 files) file 1', '20 % (2/10 files) file 2'],
  },
  {
    name: 'steps inside a tenth print once',
    total: 100,
    steps: [10, 11, 19],
    printed: ['10 % (10/100 files) file 10'],
  },
  { name: 'a step over several tenths prints the last', total: 4, steps: [3], printed: ['70 % (3/4 files) file 3'] },
  { name: 'parts are rounded', total: 2.4, steps: [1.2], printed: ['50 % (1/2 files) file 1.2'] },
  { name: 'nothing to do is no division by zero', total: 0, steps: [0], printed: [] },
])('without a terminal: $name', ({ total, steps, printed }) => expect(lines(total, steps)).toEqual(printed));
