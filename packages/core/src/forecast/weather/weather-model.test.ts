import { describe, expect, test } from 'vitest';
import { CALENDARS } from '../../calendar/calendars.js';
import { dayNumber } from '../../calendar/holiday-calendar.js';
import type { KnownWeather } from '../../series/known-weather.js';
import { measuredDays } from '../../testing/measured-days.js';
import { SyntheticData } from '../../testing/synthetic-data.js';
import { temperatureOf } from '../../testing/weather-points.js';
import { DAY_MS, HOUR_MS } from '../../time/instant.js';
import type { ModelSeries } from '../climatology/climatology.js';
import { monthlyRefit, type Refit } from '../inputs/training-cutoff.js';
import { WEATHER_RESPONSE } from '../settings.data.js';
import { WeatherInputs } from './weather-inputs.js';
import { WeatherModel } from './weather-response.js';

const ZONE = 'America/New_York';
const START = Date.UTC(2022, 0, 1);
const FIRST = dayNumber(2022, 1, 2);
const FEBRUARY = monthlyRefit(Date.UTC(2024, 1, 5));
const MARCH = monthlyRefit(Date.UTC(2024, 2, 5));
const DATA = new SyntheticData('NYIS', { start: START, days: 850, weather: true });

/** A load that was measured at noon alone, so that a fit costs little, and a climatology that counts its rebuilds. */
function ownSeries() {
  const noon = (day: number, hour: number) => (hour === 12 ? 9 + 0.1 * Math.sin(day / 58) : Number.NaN);
  const trainingView = { ...measuredDays(FIRST, 840, noon), zone: ZONE, calendar: CALENDARS.us };
  return { trainingView, climatology: { generation: 0 } };
}

/** Models of the same load at one refit after another. */
function modelOf() {
  const weatherInputs = new WeatherInputs(START, ZONE);
  const model = new WeatherModel();
  const own = ownSeries();
  return {
    model,
    own,
    at(refit: Refit, weather: KnownWeather = DATA.weather()!) {
      weatherInputs.moveTo(weather, refit, refit.refitAt);
      weatherInputs.readTraining();
      return model.prepare(own as unknown as ModelSeries, weatherInputs, refit);
    },
    log(refit: Refit, weather: KnownWeather = DATA.weather()!) {
      const out = new Float64Array(24);
      this.at(refit, weather)!
        .on(weatherInputs.issueView, 'forecasts')
        .writeLogs(dayNumber(2024, 2, 2), refit.trainingCutoff, out, 0);
      return out[12]!;
    },
  };
}

/** The weather with one hour of it warmer by ten degrees. */
function warmerAt(at: number): KnownWeather {
  const series = DATA.weather()!.points[0]!.variables.temperatureC;
  const index = (at - START) / HOUR_MS;
  return temperatureOf({ ...series, values: series.values.map((c, hour) => (hour === index ? c + 10 : c)) });
}

test('too few days of weather give no response', () => {
  expect(modelOf().at(monthlyRefit(START + (WEATHER_RESPONSE.fewestRows - 10) * DAY_MS))).toBeUndefined();
  expect(modelOf().at(monthlyRefit(START + (WEATHER_RESPONSE.fewestRows + 45) * DAY_MS))).toBeDefined();
});

describe('a prepared model', () => {
  test.each<{ name: string; first: Refit; next: Refit; weather?: KnownWeather; generation: number }>([
    { name: 'is kept at the same refit', first: FEBRUARY, next: FEBRUARY, generation: 1 },
    { name: 'is extended at the next', first: FEBRUARY, next: MARCH, generation: 1 },
    { name: 'is rebuilt at an earlier refit', first: MARCH, next: FEBRUARY, generation: 2 },
    {
      name: 'is rebuilt when weather before the fit has changed',
      first: FEBRUARY,
      next: FEBRUARY,
      weather: warmerAt(Date.UTC(2023, 6, 1)),
      generation: 2,
    },
    {
      name: 'is kept when weather after the fit has changed',
      first: FEBRUARY,
      next: FEBRUARY,
      weather: warmerAt(FEBRUARY.refitAt + 5 * DAY_MS),
      generation: 1,
    },
  ])('$name', ({ first, next, weather, generation }) => {
    const { model, at } = modelOf();
    at(first);
    at(next, weather);
    expect(model.generation).toBe(generation);
  });

  test('is rebuilt with the climatology', () => {
    const { model, own, at } = modelOf();
    at(FEBRUARY);
    own.climatology.generation++;
    at(FEBRUARY);
    expect(model.generation).toBe(2);
  });

  test('that was extended forecasts what a fresh one does, bit for bit', () => {
    const walked = modelOf();
    walked.at(FEBRUARY);
    expect(walked.log(MARCH)).toBe(modelOf().log(MARCH));
  });

  test('that was rebuilt after a change forecasts what a fresh one does, bit for bit', () => {
    const warmer = warmerAt(Date.UTC(2023, 6, 1));
    const walked = modelOf();
    walked.at(FEBRUARY);
    expect(walked.log(FEBRUARY, warmer)).toBe(modelOf().log(FEBRUARY, warmer));
  });
});
