import { addDays, areaById, localDay } from '@loadcast/core';
import { memoryVintageStore } from '@loadcast/core/memory';
import { expect, test } from 'vitest';
import { BACKFILL_DAYS, backfillGates } from './backfill-gates.js';
import { gateIssueOn } from './due-issue.js';

const NOW = Date.parse('2026-07-10T20:00Z');

test('past gates are filled newest first in every area, so that tomorrow’s day-ahead run is there first', async () => {
  const issued = new Map<string, number[]>();
  const runner: Parameters<typeof backfillGates>[0] = {
    async issue(areaId: string, issuedAt: number) {
      issued.set(areaId, [...(issued.get(areaId) ?? []), issuedAt]);
      const valueMw = Float64Array.from({ length: 384 }, () => 100);
      const start = Math.ceil(issuedAt / 3_600_000) * 3_600_000;
      return { start, valueMw, p10Mw: valueMw, p90Mw: valueMw, dataCutoff: start, model: { name: 't', version: '1' } };
    },
    refresh: async () => {},
    close: async () => {},
  } as never;
  const vintages = memoryVintageStore();
  await backfillGates(runner, vintages, NOW);
  const pjm = areaById('pjm');
  const today = localDay(pjm.marketTimezone, NOW);
  expect(issued.get('pjm')).toEqual(
    Array.from({ length: BACKFILL_DAYS + 1 }, (_, back) => gateIssueOn(pjm, addDays(today, -back))),
  );
  expect(issued.size).toBe(11);
});
