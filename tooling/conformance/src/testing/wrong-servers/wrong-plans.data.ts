import type { Ask, AskOptions } from '../../service.js';
import { answering, body, both, header, type WrongServer } from './wrong-server.js';

/** A server that answers some requests as if the key of the largest plans had come with them. */
const generous =
  (isGenerous: (path: string, options: AskOptions, sound: Ask) => boolean | Promise<boolean>) =>
  (sound: Ask): Ask =>
  async (path, options = {}) => {
    const { key, ...others } = options;
    return (await isGenerous(path, options, sound)) && key ? sound(path, others) : sound(path, options);
  };

const HOUR_MS = 3_600_000;

/** Whether load is asked for that is at most two days old. */
async function isOfTwoDays(path: string, _: AskOptions, sound: Ask): Promise<boolean> {
  const start = /^\/v1\/demand\/history.*start=([^&]+)/.exec(path)?.[1];
  if (start === undefined) return false;
  const latest = JSON.parse((await sound('/v1/demand/latest?region=PJM')).text);
  return Date.parse(start) >= Date.parse(latest.data.forecast.timestamp) - 48 * HOUR_MS;
}

/** A tenth more than fifty requests of a region get through. */
const tenMore = (sound: Ask): Ask => {
  let more = 10;
  return async (path, options = {}) => {
    const answer = await sound(path, options);
    if (answer.status !== 429 || !answer.text.includes('SPP') || more-- <= 0) return answer;
    const { key: _, ...others } = options;
    return sound(path, others);
  };
};

/** What plans may see and how often. Each begins a day of its own, so that the small account has its limits whole. */
export const WRONG_PLANS: readonly WrongServer[] = [
  {
    name: 'Free gets p10 and p90 in CSV',
    noticedBy: '/v1/demand/forecast?region=ISONE on Free has no p10 and no p90 as csv',
    serve: generous((path) => path.includes('format=csv')),
  },
  {
    name: 'Free gets p10 and p90 in workbooks',
    noticedBy: '/v1/demand/forecast?region=ISONE on Free has no p10 and no p90 as xlsx',
    serve: generous((path) => path.includes('format=xlsx')),
  },
  {
    name: 'Free gets p10 and p90 by Accept',
    noticedBy: '/v1/demand/forecast?region=ISONE on Free has no p10 and no p90 where text/csv is accepted',
    serve: generous((_, { headers = {} }) => headers['accept'] !== undefined),
  },
  {
    name: 'Free gets p10 and p90 of a comparison by Accept',
    noticedBy: '/v1/demand/compare?region=NYISO on Free has no p10 and no p90 where text/csv is accepted',
    serve: generous((path, { headers = {} }) => path.includes('/compare') && headers['accept'] !== undefined),
  },
  {
    name: 'Free gets p10 and p90 in the snapshot',
    noticedBy: '/v1/demand/snapshot?region=SPP on Free has no p10 and no p90 as csv',
    serve: generous((path) => path.includes('/snapshot')),
  },
  {
    name: 'Free reads two days of history',
    noticedBy: '/v1/demand/history on Free reaches back a day',
    serve: generous(isOfTwoDays),
  },
  {
    name: 'Free may ask 60 times for a region',
    noticedBy: '/v1/demand on Free is rate_limited per region after 50',
    serve: tenMore,
  },
  {
    name: 'Retry-After is an hour too long',
    noticedBy: '/oasis on Trial is rate_limited in xml, then in json',
    serve: header('retry-after', (value) => String(Number(value) + 3_600)),
  },
  {
    name: 'health always says ok',
    noticedBy: '/v1/health is ok just when nothing degrades the service',
    serve: both(
      body('/v1/health', (parsed) => {
        parsed.status = 'ok';
      }),
      answering(({ headers: { 'x-degraded-because': _, ...headers }, ...answer }) => ({ ...answer, headers })),
    ),
  },
];
