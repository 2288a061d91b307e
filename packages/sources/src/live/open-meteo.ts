import { DAY_MS, type EpochMs, HOUR_MS } from '@loadcast/core';
import { parseEpochMs } from '@loadcast/core/time';
import { formatDay, isNear, type MeteoPlace, meteoQuery } from '../weather/open-meteo-query.js';
import { METEO_VARIABLES, meteoReply } from '../weather/open-meteo-reply.js';
import { type Assumption, checkAll, describeRefusal, type LiveReport } from './assumption.js';
import { createAsker, type Exchange } from './exchange.js';

export interface LiveOpenMeteoOptions {
  readonly apiKey?: string | undefined;
  /** An own server; default: the free hosts, or with a key the commercial ones. */
  readonly baseUrl?: string | undefined;
  readonly places: readonly MeteoPlace[];
  readonly now: EpochMs;
}

interface MeteoReplies {
  readonly places: readonly MeteoPlace[];
  /** Three days of two places. */
  readonly forecast: Exchange;
  /** A past day of one place, as forecast two days before. */
  readonly past: Exchange;
  readonly now: EpochMs;
}

const PAST_COLUMN = 'temperature_2m_previous_day2';

const ASSUMPTIONS: readonly Assumption<MeteoReplies>[] = [
  {
    name: 'status',
    expected: 'status 200 with JSON, no redirect',
    difference: ({ forecast }) => describeRefusal(forecast),
  },
  {
    name: 'places',
    expected: 'two places give a list of two, in the order asked, within half a degree',
    difference({ forecast, places }) {
      const list: unknown = JSON.parse(forecast.body);
      if (!Array.isArray(list) || list.length !== places.length) return 'the reply is no list of two';
      return list.some((location, i) => !isNear(location, places[i]!))
        ? 'it answered for other places than were asked'
        : undefined;
    },
  },
  {
    name: 'shape',
    expected: 'times in GMT, lists as long as the list of times, values that are numbers or null',
    difference({ forecast }) {
      const parsed = meteoReply.safeParse(JSON.parse(forecast.body));
      const issue = parsed.error?.issues[0];
      return issue && `not as documented at ${issue.path.join('.') || 'its root'}: ${issue.message.slice(0, 100)}`;
    },
  },
  {
    name: 'stamps',
    expected: 'a label an hour, from midnight GMT of the day asked for on, without a gap',
    difference({ forecast, now }) {
      const [location] = meteoReply.parse(JSON.parse(forecast.body));
      const labels = location!.hourly.time.map((text) => parseEpochMs(`${text}Z`));
      const first = parseEpochMs(`${formatDay(now - DAY_MS)}T00:00Z`);
      const at = labels.findIndex((label, i) => label !== first + i * HOUR_MS);
      if (at >= 0) return `label ${at} is ${location!.hourly.time[at]}`;
      return labels.length === 72 ? undefined : `${labels.length} labels of three days`;
    },
  },
  {
    name: 'units',
    expected: METEO_VARIABLES.map(({ name, unit }) => `${name} in ${unit}`).join(', '),
    difference({ forecast }) {
      const [location] = meteoReply.parse(JSON.parse(forecast.body));
      const { hourly, hourly_units: units } = location!;
      const found = METEO_VARIABLES.flatMap(({ name, unit }) => {
        if (units[name] !== unit) return [`${name} in ${units[name] ?? 'no unit'}`];
        return hourly[name]?.some((value) => typeof value === 'number') ? [] : [`${name} without a value`];
      });
      return found.length === 0 ? undefined : found.join(', ');
    },
  },
  {
    name: 'plan',
    expected: 'the plan holds previous runs, from which the models are fitted: else the history is skipped',
    difference({ past }) {
      const refusal = describeRefusal(past);
      if (refusal !== undefined) return refusal;
      const [location] = meteoReply.parse(JSON.parse(past.body));
      const unit = location!.hourly_units[PAST_COLUMN];
      if (unit !== '°C') return `${PAST_COLUMN} in ${unit ?? 'no unit'}`;
      return location!.hourly[PAST_COLUMN]?.some((value) => typeof value === 'number')
        ? undefined
        : `${PAST_COLUMN} without a value`;
    },
  },
];

/** Asks Open-Meteo for two small replies and compares them with what the weather sources take for granted. */
export async function checkOpenMeteo({ apiKey, baseUrl, places, now }: LiveOpenMeteoOptions): Promise<LiveReport> {
  const host = (name: string) => baseUrl ?? `https://${apiKey === undefined ? '' : 'customer-'}${name}.open-meteo.com`;
  const askerOf = (address: string) => createAsker({ upstream: 'open-meteo', baseUrl: address, secret: apiKey });
  const [current, previous] = [askerOf(host('api')), askerOf(host('previous-runs-api'))];
  const names = METEO_VARIABLES.map(({ name }) => name);
  try {
    const window = { start: now - DAY_MS, end: now + DAY_MS };
    const forecast = await current.ask('v1/forecast', meteoQuery(places, names, window, apiKey));
    const pastDay = { start: now - 3 * DAY_MS, end: now - 3 * DAY_MS };
    const past = await previous.ask('v1/forecast', meteoQuery(places.slice(0, 1), [PAST_COLUMN], pastDay, apiKey));
    return {
      checks: checkAll('open-meteo', ASSUMPTIONS, { forecast, past, places, now }),
      exchanges: [forecast, past],
    };
  } finally {
    await Promise.all([current.close(), previous.close()]);
  }
}
