import { expect, test } from 'vitest';
import { dayNumber } from '../../calendar/holiday-calendar.js';
import type { DayTable } from '../inputs/day-table.js';
import type { Member } from '../regression/member.js';
import { LAST_LEAD_DAY, type MemberKind, OUTPUTS } from './ensemble.js';
import type { TierName } from './fallback-order.js';
import { InputTier } from './input-tier.js';
import { selectTier } from './select-tier.js';

const DAY = dayNumber(2023, 6, 20);
const CUTOFF = dayNumber(2023, 5, 31);
const NONE = Number.NaN;
/** The actual log load is 0, so that a forecast is its own error. */
const ACTUAL = { measured: () => 0 } as Pick<DayTable, 'measured'> as DayTable;

interface Made {
  readonly tier: InputTier;
  readonly logs: Float64Array[];
  readonly member: Member;
}

/** A tier of one member with an error on all days, and on its forecast of tomorrow. */
function tierWith(name: TierName, kind: MemberKind, error: number, tomorrow = error): Made {
  const past = new Map<number, Float64Array>();
  for (let day = CUTOFF - 60; day < CUTOFF; day++) past.set(day, new Float64Array(OUTPUTS).fill(error));
  const member = { past, design: { lastLeadDay: LAST_LEAD_DAY } } as unknown as Member;
  const tier = new InputTier(name, [{ kind, member, isFallback: false }]);
  tier.prepare({ refitAt: 0, trainingCutoff: CUTOFF }, ACTUAL);
  const logs = Array.from({ length: DAY - CUTOFF + 1 }, () => new Float64Array(OUTPUTS).fill(error));
  logs.at(-1)!.fill(tomorrow, 24, 48);
  return { tier, logs, member };
}

const LOAD = tierWith('load', 'grids', 0.04);

test.each<{ name: string; above: Made[]; selected: TierName; excluded: string[] }>([
  { name: 'a better tier is used', above: [tierWith('weather', 'weather', 0.02)], selected: 'weather', excluded: [] },
  {
    name: 'a tier 4 % worse than load alone is used',
    above: [tierWith('weather', 'weather', 0.0416)],
    selected: 'weather',
    excluded: [],
  },
  {
    name: 'a tier 6 % worse than load alone is excluded',
    above: [tierWith('operator', 'operator', 0.0424)],
    selected: 'load',
    excluded: ['operator: worse than load alone in the last four weeks'],
  },
  {
    name: 'a tier without a forecast of tomorrow is excluded',
    above: [tierWith('weather', 'weather', 0.02, NONE)],
    selected: 'load',
    excluded: ['weather: not known for tomorrow'],
  },
  {
    name: 'weather is left out where the operator alone is better, and the operator is used',
    above: [
      tierWith('operator-weather', 'weather', 0.1),
      tierWith('weather', 'weather', 0.03),
      tierWith('operator', 'operator', 0.01),
    ],
    selected: 'operator',
    excluded: [
      'operator-weather: worse than operator in the last four weeks',
      'weather: worse than operator in the last four weeks',
    ],
  },
  {
    name: 'a later tier that reads the same input is not compared',
    above: [tierWith('operator-weather', 'weather', 0.03), tierWith('weather', 'weather', 0.01)],
    selected: 'operator-weather',
    excluded: [],
  },
  {
    name: 'weather 4 % worse than the operator alone is used',
    above: [tierWith('operator-weather', 'weather', 0.0208), tierWith('operator', 'operator', 0.02)],
    selected: 'operator-weather',
    excluded: [],
  },
  {
    name: 'forecasts of several days that are 6 % worse than the next tier without them are excluded',
    above: [tierWith('multi-day', 'multiDay', 0.0212), tierWith('operator', 'operator', 0.02)],
    selected: 'operator',
    excluded: ['multi-day: worse than operator in the last four weeks'],
  },
  {
    name: 'forecasts of several days that are 4 % worse than the next tier without them are used',
    above: [tierWith('multi-day', 'multiDay', 0.0208), tierWith('operator', 'operator', 0.02)],
    selected: 'multi-day',
    excluded: [],
  },
])('$name', ({ above, selected, excluded }) => {
  const all = [...above, LOAD];
  const recentLogs = new Map(all.map(({ member, logs }) => [member, logs]));
  const tiers = all.map(({ tier }) => tier);
  const { forecasts, excludedInputs } = selectTier(tiers, recentLogs, ACTUAL, DAY);
  expect(forecasts.tier.name).toBe(selected);
  expect(excludedInputs).toEqual(excluded);
});
