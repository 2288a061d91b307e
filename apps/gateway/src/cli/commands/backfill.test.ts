import { memoryActualsStore } from '@loadcast/core/memory';
import { simulatedSource } from '@loadcast/sources/simulated';
import { expect, test } from 'vitest';
import { UsageError } from '../command.js';
import { createBackfillCommand } from './backfill.js';

async function run(args: readonly string[], store = memoryActualsStore()) {
  const out: string[] = [];
  const command = createBackfillCommand(() => ({ actuals: store, source: simulatedSource(), close() {} }));
  const status = await command.run(args, {
    env: {},
    now: () => Date.UTC(2026, 2, 10, 12, 30),
    out: (line) => out.push(line),
    err() {},
    interactive: false,
    signal: new AbortController().signal,
  });
  return { status, out: out.join('\n'), store };
}

test('the days asked for are in the store, and none after now', async () => {
  const { status, out, store } = await run(['--from', '2026-03-07', '--to', '2026-03-20', '--json']);
  expect(status).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ windowsRead: 1, windowsHeld: 0, restatedHours: 0 });
  const { start, values } = await store.read({ series: 'PJM', measure: 'demand' });
  expect([start, start + values.length * 3_600_000]).toEqual([Date.UTC(2026, 2, 7), Date.UTC(2026, 2, 10, 10)]);
});

test.each([
  { args: [] },
  { args: ['--from', '2026-01-01'] },
  { args: ['--from', '2026-02-30', '--to', '2026-03-02'] },
  { args: ['--from', '2026-1-1', '--to', '2026-03-02'] },
  { args: ['--from', '2026-03-02', '--to', '2026-03-02'] },
  { args: ['--from', '2026-03-02', '--to', '2026-03-03', '--frm', 'x'] },
])('$args is a usage error', async ({ args }) => {
  await expect(run(args)).rejects.toThrow(UsageError);
});
