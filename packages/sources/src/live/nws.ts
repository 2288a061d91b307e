import { type AreaPoint, DAY_MS, type EpochMs } from '@loadcast/core';
import { parseEpochMs } from '@loadcast/core/time';
import { coordinate, gridReply, pointReply, UNITS } from '../weather/nws.js';
import { type Assumption, checkAll, describeRefusal, type LiveReport } from './assumption.js';
import { createAsker, type Exchange } from './exchange.js';

export interface LiveNwsOptions {
  readonly baseUrl?: string | undefined;
  readonly userAgent: string;
  readonly place: Pick<AreaPoint, 'latitude' | 'longitude'>;
  readonly now: EpochMs;
}

interface NwsReplies {
  readonly point: Exchange;
  /** The same point, written with trailing zeros. */
  readonly zeros: Exchange;
  /** Undefined where the link leads elsewhere. */
  readonly grid: Exchange | undefined;
  readonly origin: string;
  readonly now: EpochMs;
}

const ASSUMPTIONS: readonly Assumption<NwsReplies>[] = [
  {
    name: 'status',
    expected: 'the point answers 200 with JSON, without a redirect',
    difference: ({ point }) => describeRefusal(point),
  },
  {
    name: 'redirects',
    expected: 'a point written with trailing zeros is redirected (301), within the same origin',
    difference({ zeros, origin }) {
      const location = zeros.headers['location'] ?? '';
      if (zeros.status !== 301) return `it answered ${zeros.status}`;
      return URL.canParse(location, origin) && new URL(location, origin).origin === origin
        ? undefined
        : `to ${location || 'no address'}`;
    },
  },
  {
    name: 'link',
    expected: 'forecastGridData is an address of the same origin',
    difference({ point, origin }) {
      const link = readGridLink(point);
      return URL.canParse(link) && new URL(link).origin === origin ? undefined : `it is ${link}`;
    },
  },
  {
    name: 'grid',
    expected: 'the grid answers 200 with JSON, without a redirect',
    difference: ({ grid }) => grid && describeRefusal(grid),
  },
  {
    name: 'intervals',
    expected: 'values hold for ISO intervals of whole hours, of ten days at most',
    difference({ grid }) {
      if (!isRead(grid)) return undefined;
      const issue = gridReply.safeParse(JSON.parse(grid.body)).error?.issues[0];
      return issue && `not as documented at ${issue.path.join('.')}: ${issue.message.slice(0, 100)}`;
    },
  },
  {
    name: 'units',
    expected: `temperature, relativeHumidity and skyCover are there, each in one of ${Object.keys(UNITS).join(', ')}`,
    difference({ grid }) {
      if (!isRead(grid)) return undefined;
      const { properties } = JSON.parse(grid.body) as { properties: Record<string, { uom?: string } | undefined> };
      const found = ['temperature', 'relativeHumidity', 'skyCover'].flatMap((layer) => {
        const unit = properties[layer]?.uom;
        return unit !== undefined && unit in UNITS
          ? []
          : [`${layer} ${unit === undefined ? 'is not there' : `in ${unit}`}`];
      });
      return found.length === 0 ? undefined : found.join(', ');
    },
  },
  {
    name: 'issue',
    expected: 'updateTime is when the forecast was issued: within the last day, and not in the future',
    difference({ grid, now }) {
      if (!isRead(grid)) return undefined;
      const text = gridReply.parse(JSON.parse(grid.body)).properties.updateTime;
      const age = now - parseEpochMs(text);
      return age >= 0 && age <= DAY_MS ? undefined : `it is ${text}`;
    },
  },
];

/** Asks the National Weather Service for one point and its grid and compares them with what `nwsForecast` takes for granted. */
export async function checkNws(options: LiveNwsOptions): Promise<LiveReport> {
  const { baseUrl = 'https://api.weather.gov', userAgent, place, now } = options;
  const asker = createAsker({ upstream: 'nws', baseUrl, userAgent });
  try {
    const [latitude, longitude] = [place.latitude, place.longitude];
    const point = await asker.ask(`points/${coordinate(latitude)},${coordinate(longitude)}`);
    const zeros = await asker.ask(`points/${latitude.toFixed(4)},${longitude.toFixed(4)}`);
    const link = describeRefusal(point) === undefined ? readGridLink(point) : '';
    const isHere = URL.canParse(link) && new URL(link).origin === asker.origin;
    const grid = isHere ? await asker.ask(new URL(link).pathname) : undefined;
    const checks = checkAll('nws', ASSUMPTIONS, { point, zeros, grid, origin: asker.origin, now });
    return { checks, exchanges: [point, zeros, ...(grid ? [grid] : [])] };
  } finally {
    await asker.close();
  }
}

/** A grid that could not be read has no further differences to report. */
function isRead(grid: Exchange | undefined): grid is Exchange {
  return grid !== undefined && describeRefusal(grid) === undefined;
}

function readGridLink({ body }: Exchange): string {
  const parsed = pointReply.safeParse(JSON.parse(body));
  return parsed.data?.properties.forecastGridData ?? '';
}
