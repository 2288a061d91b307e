import { expect, test } from 'vitest';
import type { SyntheticDataOptions } from '../../src/testing/synthetic-data.js';
import type { EpochMs } from '../../src/time/instant.js';
import { expectSound, hourOf, ISSUED_AT, issue, NEIGHBOURS, syntheticData } from '../engine-data.js';

test.each<{ tier: string; at: EpochMs; offers: Partial<SyntheticDataOptions> }>([
  { tier: 'load', at: hourOf(505, 3.4), offers: {} },
  { tier: 'load-neighbours', at: hourOf(530, 9), offers: { neighbours: NEIGHBOURS } },
  { tier: 'operator-today', at: hourOf(507, 13.7), offers: { operator: 'today' } },
  { tier: 'operator', at: hourOf(516, 17), offers: { operator: 'tomorrow' } },
  { tier: 'weather', at: hourOf(523, 6.01), offers: { weather: true } },
  { tier: 'multi-day', at: hourOf(518, 14), offers: { multiDay: true } },
  { tier: 'multi-day-weather', at: ISSUED_AT, offers: { multiDay: true, weather: true } },
  { tier: 'operator-weather', at: ISSUED_AT, offers: { operator: 'tomorrow', weather: true } },
])('$tier is the first tier that all of its inputs allow', async ({ tier, at, offers }) => {
  expect(await issue(syntheticData(offers), at)).toMatchObject({
    model: { name: `loadcast-${tier}` },
    excludedInputs: [],
  });
});

test('weather that ends today is excluded, with the reason', async () => {
  const made = syntheticData({ weather: true });
  const { temperatureC } = made.weather()!.points[0]!.variables;
  const known = temperatureC.knownAtMs.map((at, i) => (i > 530 * 24 ? Number.NaN : at));
  made.setTemperature({ ...temperatureC, knownAtMs: known });
  const forecast = await issue(made);
  expect(forecast.model.name).toBe('loadcast-load');
  expect(forecast.excludedInputs).toEqual(['weather: not known for tomorrow']);
  expectSound(forecast);
});
