import { areaById, DAY_MS, engine, HOUR_MS } from '@loadcast/core';
import { roundedDrivers } from '@loadcast/core/series';
import { buildVintage, SyntheticData } from '@loadcast/core/testing';
import { expect, test } from 'vitest';
import { decodeVintage, encodeVintage } from './vintage-row.js';

const START = Date.UTC(2024, 0, 1);
const DAYS = 400;
const ISSUED_AT = START + (DAYS - 17) * DAY_MS + 14 * HOUR_MS;
const NEIGHBOURS = ['ISNE', 'PJM', 'MISO'];

test.each([
  { name: 'load alone', inputs: {} },
  { name: 'neighbours', inputs: { neighbours: NEIGHBOURS } },
  { name: 'every input', inputs: { neighbours: NEIGHBOURS, operator: 'tomorrow' as const, weather: true } },
])('what is kept beside a run of $name adds less than a fifth to its bytes', async ({ inputs }) => {
  const data = new SyntheticData('NYIS', { start: START, days: DAYS, ...inputs });
  const issued = await engine.forArea(areaById('nyiso'), data).issue(ISSUED_AT, { contributions: true });
  const { start, valueMw, p10Mw, p90Mw, contributions, dependence } = issued;
  const plain = buildVintage({ areaId: 'nyiso', issuedAt: ISSUED_AT, start, valueMw, p10Mw, p90Mw });
  const whole = { ...plain, drivers: roundedDrivers(contributions!, valueMw), dependence: dependence! };
  expect(decodeVintage(encodeVintage(whole))).toEqual(whole);
  const [more, less] = [whole, plain].map((vintage) => encodeVintage(vintage).payload.length);
  expect(more! / less! - 1, `${issued.model.name}: ${more} and ${less} bytes`).toBeLessThan(0.2);
});

test('a run without drivers and dependence has the bytes that it had before they were kept', () => {
  expect(encodeVintage(buildVintage()).payload[0]).toBe(1);
});
