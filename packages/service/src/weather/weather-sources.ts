import type { AreaId, Areas } from '@loadcast/core';
import { ConfigError } from '@loadcast/observe';
import {
  nwsForecast,
  OPEN_METEO_ATTRIBUTION,
  openMeteoForecast,
  openMeteoPreviousRuns,
} from '@loadcast/sources/weather';
import type { WeatherSources } from './follow-weather.js';
import { LEARNT_LEAD_DAYS } from './weather-archive.js';

/** Which weather is followed, and how its services are reached. */
export interface WeatherSettings {
  readonly WEATHER: 'open-meteo' | 'nws' | 'none';
  readonly OPEN_METEO_BASE_URL?: string | undefined;
  readonly OPEN_METEO_API_KEY?: string | undefined;
  readonly NWS_BASE_URL: string;
  readonly NWS_USER_AGENT?: string | undefined;
}

/** The weather that is followed, if any. A replay, a simulated and a recorded grid follow none. */
export function openWeather(all: () => Areas, config: WeatherSettings): WeatherSources | undefined {
  const { WEATHER, OPEN_METEO_BASE_URL: baseUrl, OPEN_METEO_API_KEY: apiKey } = config;
  const { NWS_BASE_URL, NWS_USER_AGENT: userAgent } = config;
  if (WEATHER === 'none') return undefined;
  const areas = all().list;
  const pointsOf = (areaId: AreaId) => Array.from(all().byId(areaId).points, ({ name }) => name);
  if (WEATHER === 'nws') {
    if (userAgent === undefined) {
      throw new ConfigError('NWS_USER_AGENT: the National Weather Service asks for a name and an e-mail address');
    }
    return {
      forecast: nwsForecast({ userAgent, baseUrl: NWS_BASE_URL, areas }),
      past: undefined,
      pointsOf,
      attribution: '',
    };
  }
  const options = { areas, ...(baseUrl === undefined ? {} : { baseUrl }), ...(apiKey === undefined ? {} : { apiKey }) };
  return {
    forecast: openMeteoForecast(options),
    past: openMeteoPreviousRuns({ ...options, leadDays: [LEARNT_LEAD_DAYS] }),
    pointsOf,
    attribution: OPEN_METEO_ATTRIBUTION,
  };
}
