import { expect, test } from 'vitest';
import { areaById } from '../../areas/contract-areas.js';
import { SyntheticData, syntheticSeries } from '../../testing/synthetic-data.js';
import { HOUR_MS } from '../../time/instant.js';
import { autoregression } from './autoregression.js';
import { calendarLagRegression } from './calendar-lag-regression.js';

const NYISO = areaById('nyiso');
const START = Date.UTC(2015, 9, 1);
const ISSUED_AT = Date.UTC(2016, 2, 15, 14);
const DAYS = 220;

/** Load whose deviation from its shape fades by a tenth an hour, known when its hour has ended. */
function persistentLoad(): SyntheticData {
  const data = new SyntheticData('NYIS', { start: START, days: DAYS });
  let deviation = 0;
  let seed = 1;
  const values = data.loads.get('NYIS')!.values.map((_, hour) => {
    seed = (seed * 16_807) % 2_147_483_647;
    deviation = 0.9 * deviation + 0.02 * (seed / 1_073_741_824 - 1);
    return 10_000 * Math.exp(0.2 * Math.sin((hour * Math.PI) / 12) + deviation);
  });
  data.loads.set(
    'NYIS',
    syntheticSeries(START, values, (at) => at + HOUR_MS),
  );
  return data;
}
const DATA = persistentLoad();
const issue = (at = ISSUED_AT, data = DATA) => autoregression.forArea(NYISO, data).issue(at);

/** Mean absolute log error of the first hour, over the issues of a day. */
async function firstHourError(model: typeof autoregression): Promise<number> {
  const { start, values } = DATA.load('NYIS')!;
  const forecaster = model.forArea(NYISO, DATA);
  let sum = 0;
  for (let hour = 0; hour < 24; hour++) {
    const { start: first, valueMw } = await forecaster.issue(ISSUED_AT + hour * HOUR_MS);
    sum += Math.abs(Math.log(valueMw[0]! / values[(first - start) / HOUR_MS]!)) / 24;
  }
  return sum;
}

test('the first hour follows the newest load, at every hour of the day', async () => {
  expect(await firstHourError(autoregression)).toBeLessThan(0.6 * (await firstHourError(calendarLagRegression)));
});

test('load known later is not read, and a forecaster that has issued issues what a fresh one does', async () => {
  expect(await issue(ISSUED_AT, DATA.changedAfter(ISSUED_AT))).toEqual(await issue());
  const forecaster = autoregression.forArea(NYISO, DATA);
  for (const hours of [-30, -1]) await forecaster.issue(ISSUED_AT + hours * HOUR_MS);
  expect(await forecaster.issue(ISSUED_AT)).toEqual(await issue());
});

test.each([
  { name: 'with no hour of the day known', at: Date.UTC(2016, 2, 15, 4) },
  { name: 'with all but one', at: Date.UTC(2016, 2, 16, 3) },
  { name: 'before the spring change', at: Date.UTC(2016, 2, 13, 6, 30) },
  { name: 'in the repeated hour of autumn', at: Date.UTC(2015, 10, 1, 6, 30) },
  { name: 'on a leap day', at: Date.UTC(2016, 1, 29, 14) },
])('$name: 384 hours between their bounds', async ({ at }) => {
  const { start, valueMw, p10Mw, p90Mw, model } = await issue(at);
  expect([start, valueMw.length, model.name]).toEqual([Math.ceil(at / HOUR_MS) * HOUR_MS, 384, 'autoregression']);
  for (const [i, mw] of valueMw.entries()) {
    expect(p10Mw[i]).toBeLessThanOrEqual(mw);
    expect(p90Mw[i]).toBeGreaterThanOrEqual(mw);
  }
});
