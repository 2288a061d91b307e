import type { LoadSource } from '@loadcast/core';
import { CONTRACT_AREAS } from '@loadcast/core';
import { memoryActualsStore } from '@loadcast/core/memory';
import { simulatedSource } from '@loadcast/sources/simulated';
import { expect, test } from 'vitest';
import { UsageError } from '../command.js';
import { createBackfillCommand } from './backfill.js';

async function run(args: readonly string[], store = memoryActualsStore(), provenance = {}) {
  const [out, said]: [string[], string[]] = [[], []];
  const simulated = simulatedSource(CONTRACT_AREAS);
  const source: LoadSource = {
    ...simulated,
    async fetch(...asked) {
      const { provenance: own, ...observations } = await simulated.fetch(...asked);
      return { ...observations, provenance: { ...own, ...provenance } };
    },
  };
  const command = createBackfillCommand(() => ({ areas: () => CONTRACT_AREAS, actuals: store, source, close() {} }));
  const status = await command.run(args, {
    env: {},
    now: () => Date.UTC(2026, 2, 10, 12, 30),
    out: (line) => out.push(line),
    err: (line) => said.push(line),
    signal: new AbortController().signal,
  });
  return { status, out: out.join('\n'), said: said.join('\n'), store };
}

test('the days asked for are in the store, and none after now', async () => {
  const { status, out, store } = await run(['--from', '2026-03-07', '--to', '2026-03-20', '--json']);
  expect(status).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ windowsRead: 1, windowsHeld: 0, restatedHours: 0 });
  const { start, values } = await store.read({ series: 'PJM', measure: 'demand' });
  expect([start, start + values.length * 3_600_000]).toEqual([Date.UTC(2026, 2, 7), Date.UTC(2026, 2, 10, 10)]);
});

test('series of which no row came are named', async () => {
  const days = ['--from', '2026-03-07', '--to', '2026-03-08'];
  const { out, said } = await run(days, memoryActualsStore(), { series_without_rows: 'PJM CISO-VEA' });
  expect(out).toMatch(/new values, 0 restated/);
  expect(said).toContain('some windows had no rows for PJM, CISO-VEA');
  expect((await run(days)).said).not.toContain('no rows');
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
