import { expect, test } from 'vitest';
import { areaById } from '../areas/contract-areas.js';
import { reportWorld } from '../testing/report-world.js';
import { MINUTE_MS } from '../time/instant.js';

const DAY = '2026-11-24';
const MIDNIGHT = Date.parse(`${DAY}T00:00Z`);

test.each([
  { minutes: 0, hours: 0 },
  { minutes: 59, hours: 0 },
  { minutes: 60, hours: 1 },
  { minutes: 150, hours: 2 },
])(
  '$minutes minutes into the day there are $hours hours of load, and the newest forecast',
  async ({ minutes, hours }) => {
    const until = MIDNIGHT + minutes * MINUTE_MS;
    const { actuals, vintages } = await reportWorld(DAY, DAY, { areas: ['pjm'], until });
    const { series } = areaById('pjm');
    const { values } = await actuals.read({ series, measure: 'demand' });
    expect(values.filter((mw) => !Number.isNaN(mw))).toHaveLength(hours);
    expect((await vintages.newest('pjm', until))?.issuedAt).toBe(until - 6 * MINUTE_MS);
  },
);
