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
