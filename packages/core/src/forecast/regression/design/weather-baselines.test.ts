import { expect, test } from 'vitest';
import type { View } from '../../inputs/inputs.js';
import type { WeatherInputs } from '../../weather/weather-inputs.js';
import type { WeatherResponse } from '../../weather/weather-response.js';
import { weatherBaselines } from './weather-baselines.js';

/** Views that are names, and a response that is the name of the view it is applied to. */
const WEATHER = {
  trainingView: 'refit',
  issueView: 'issue',
  asOfIssueDay: (day: number, knownHours: number, { isCached }: { isCached: boolean }) =>
    `day ${day} with ${knownHours} known hours${isCached ? ', kept' : ''}`,
  faultOn: (day: number, isIssueDay: boolean) =>
    day === 97 || (day === 96 && isIssueDay) ? 'not in degrees Celsius' : undefined,
} as unknown as WeatherInputs;
const RESPONSE = { on: (hours: unknown) => hours } as unknown as WeatherResponse;
const BASELINES = weatherBaselines(RESPONSE, WEATHER, 8);

test.each<{ view: View; hours: string }>([
  { view: 'trainingView', hours: 'refit' },
  { view: 'issueView', hours: 'issue' },
])('residuals of the $view are taken from the weather of the same view', ({ view, hours }) => {
  expect(BASELINES.ofResiduals(view)).toBe(hours);
});

test.each<{ name: string; view: View; day: number; end: number; hours: string }>([
  { name: 'today: the weather as known at the issue', view: 'issueView', day: 99, end: 100, hours: 'issue' },
  {
    name: 'the day before, for comparison',
    view: 'issueView',
    day: 98,
    end: 100,
    hours: 'day 98 with 8 known hours, kept',
  },
  { name: 'a past day', view: 'trainingView', day: 50, end: 100, hours: 'day 50 with 8 known hours' },
  { name: 'the last past day of a month', view: 'trainingView', day: 99, end: 100, hours: 'day 99 with 8 known hours' },
])('a forecast reads no weather that became known after its issue: $name', ({ view, day, end, hours }) => {
  expect(BASELINES.ofForecast(view, day, end)).toBe(hours);
});

test.each<{ view: View; day: number; end: number; isForecast: boolean }>([
  { view: 'issueView', day: 97, end: 98, isForecast: false },
  { view: 'issueView', day: 97, end: 100, isForecast: false },
  { view: 'issueView', day: 96, end: 97, isForecast: false },
  { view: 'issueView', day: 96, end: 100, isForecast: true },
  { view: 'trainingView', day: 97, end: 100, isForecast: true },
])(
  'of the weather of day $day, whose fault is known, the $view to $end has a forecast: $isForecast (fault 120)',
  ({ view, day, end, isForecast }) => {
    const baseline = BASELINES.ofForecast(view, day, end);
    if (isForecast) return expect(typeof baseline).toBe('string');
    const logs = new Float64Array(48);
    baseline.writeLogs(day, day, logs, 24);
    expect([...logs.subarray(0, 24), ...logs.subarray(24)]).toEqual([
      ...Array(24).fill(0),
      ...Array(24).fill(Number.NaN),
    ]);
  },
);

test('the fault of the issue day is the reason', () => {
  expect([95, 96].map((day) => BASELINES.faultOn?.(day))).toEqual([undefined, 'not in degrees Celsius']);
});
