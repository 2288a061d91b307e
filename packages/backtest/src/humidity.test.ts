import { expect, test } from 'vitest';
import { humidityPct } from './humidity.js';

test.each([
  { name: 'saturated air', temperatureC: 20, dewPointC: 20, pct: 100 },
  { name: 'a warm dry day', temperatureC: 30, dewPointC: 10, pct: 29 },
  { name: 'a dew point above the temperature', temperatureC: 10, dewPointC: 11, pct: 100 },
])('$name has $pct % humidity', ({ temperatureC, dewPointC, pct }) => {
  expect(humidityPct(temperatureC, dewPointC)).toBeCloseTo(pct, 0);
});
