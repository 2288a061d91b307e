import { expect, test } from 'vitest';
import { startChild } from '../../../tooling/testing/child.js';

const LINES = 2_500;

// Lines are written in blocks: the last one must not be lost with the process.
test.each(['return', 'return with busy threads', 'exit', 'crash'])(
  'every line is written when the process ends by %s',
  async (end) => {
    const child = startChild(new URL('log-until-the-end.ts', import.meta.url), end, String(LINES));
    const { errors } = await child.ended();
    const written = errors
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line).n);
    expect(written).toEqual(Array.from({ length: LINES }, (_, i) => i + 1));
  },
);
