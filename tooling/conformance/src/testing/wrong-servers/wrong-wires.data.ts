import { gzipSync } from 'node:zlib';
import type { Ask } from '../../service.js';
import { answering, body, deafTo, header, type WrongServer } from './wrong-server.js';

/** What HTTP carries around the numbers. */
export const WRONG_WIRES: readonly WrongServer[] = [
  {
    name: 'no page of another origin may read answers',
    noticedBy: '/v1/demand/forecast: pages of other origins may read the answer, its limits and its errors',
    serve: header('access-control-allow-origin', () => undefined),
  },
  {
    name: 'pages of other origins may not read the limits',
    noticedBy: '/oasis: pages of other origins may read the answer, its limits and its errors',
    serve: header('access-control-expose-headers', () => 'ETag'),
  },
  {
    name: 'preflights are refused',
    noticedBy: '/forecast/v1/demand: pages of other origins may read the answer, its limits and its errors',
    serve:
      (sound: Ask): Ask =>
      async (path, options) => {
        const answer = await sound(path, options);
        return options?.method === 'OPTIONS' ? { ...answer, status: 405 } : answer;
      },
  },
  {
    name: 'nothing is ever 304',
    noticedBy: '/v1/demand/forecast: a known ETag is 304, empty, and free',
    serve: deafTo('if-none-match'),
  },
  {
    name: 'everything conditional is 304',
    noticedBy: '/oasis: another ETag is 200',
    serve:
      (sound: Ask): Ask =>
      async (path, options) => {
        const answer = await sound(path, options);
        return options?.headers?.['if-none-match'] ? { ...answer, status: 304 } : answer;
      },
  },
  {
    name: 'the ETag never changes',
    noticedBy: 'answers of two hours have two ETags',
    serve: header('etag', () => 'W/"same"'),
  },
  {
    name: 'the ETag is of the address alone',
    noticedBy: 'answers for two plans at one address have two ETags',
    serve: answering((answer, path) => ({ ...answer, headers: { ...answer.headers, etag: `W/"${path.length}"` } })),
  },
  {
    name: 'a 304 is charged',
    noticedBy: '/v1/demand/history: a known ETag is 304, empty, and free',
    serve: answering((answer) => {
      const ratelimit = answer.headers['ratelimit']?.replace(/r=(\d+)/g, (_, left: string) => `r=${Number(left) - 1}`);
      return answer.status === 304 && ratelimit ? { ...answer, headers: { ...answer.headers, ratelimit } } : answer;
    }),
  },
  {
    name: 'what is left never becomes less',
    noticedBy: '/v1/demand/latest: a request costs one of the hour and one of the day',
    serve: header('ratelimit', (value) => value.replace(/r=\d+/g, 'r=777')),
  },
  {
    name: 'RateLimit says one more than is left',
    noticedBy: '/v1/usage is free and agrees with the headers',
    serve: header('ratelimit', (value) => value.replace(/r=(\d+)/g, (_, left: string) => `r=${Number(left) + 1}`)),
  },
  {
    name: 'X-RateLimit-Remaining is one more than RateLimit says',
    noticedBy: '/v1/demand/latest tells the quota, a request id, and that nobody may share the answer',
    serve: header('x-ratelimit-remaining', (value) => String(Number(value) + 1)),
  },
  {
    name: 'a tag of one region is good for every other',
    noticedBy: 'answers of two regions have two ETags',
    serve(sound: Ask): Ask {
      const sent = new Set<string | undefined>();
      return async (path, options) => {
        const answer = await sound(path, options);
        const isKnown = sent.has(options?.headers?.['if-none-match']);
        sent.add(answer.headers['etag']);
        return isKnown ? { ...answer, status: 304 } : answer;
      };
    },
  },
  {
    name: 'no limits are told',
    noticedBy: '/oasis: a request costs one of the hour and one of the day',
    serve: header('ratelimit', () => undefined),
  },
  {
    name: 'nothing is compressed',
    noticedBy: '/v1/demand/forecast in gzip is what it is without',
    serve: deafTo('accept-encoding'),
  },
  {
    name: 'there is no Brotli',
    noticedBy: '/oasis in br is what it is without',
    serve: deafTo('accept-encoding', (value) => value.includes('br')),
  },
  {
    name: 'compressed answers are of something else',
    noticedBy: '/v1/demand/history in gzip is what it is without',
    serve: answering((answer) =>
      answer.headers['content-encoding'] === 'gzip' ? { ...answer, bytes: gzipSync('{"status":"success"}') } : answer,
    ),
  },
  {
    name: 'usage says that nothing was used',
    noticedBy: '/v1/usage is free and agrees with the headers',
    serve: body('/v1/usage', ({ data }: { data: { surfaces: { hour: Record<string, number> }[] } }) => {
      for (const { hour } of data.surfaces) hour['remaining'] = hour['limit']!;
    }),
  },
  {
    name: 'unknown parameters are ignored silently',
    noticedBy: '/v1/demand/forecast names the parameters that it does not know',
    serve: header('x-ignored-parameters', () => undefined),
  },
  {
    name: 'no near name is proposed',
    noticedBy: '/v1/demand/forecast horizn: did you mean horizon?',
    serve: header('warning', () => undefined),
  },
  {
    name: 'the forecast of a header was issued at another time than that of the body',
    noticedBy: 'X-Forecast-Issued-At of /v1/demand/forecast and /latest is the issued_at of the body',
    serve: header('x-forecast-issued-at', (value) =>
      value.replace(/\d\dZ$/, (text) => (text === '59Z' ? '58Z' : '59Z')),
    ),
  },
  {
    name: 'rows that show forecasts are said to be of an older run than they are',
    noticedBy: 'X-Forecast-Issued-At of /v1/demand/snapshot is the newest issued_at of its rows',
    serve: header('x-forecast-issued-at', (value) => new Date(Date.parse(value) - 3_600_000).toISOString()),
  },
  {
    name: 'reports hide how old their forecast is',
    noticedBy: '/oasis says when its newest forecast was issued',
    serve: header('x-forecast-issued-at', () => undefined),
  },
  {
    name: 'missing rows are not counted',
    noticedBy: '/oasis says how many hours it should have, and how many are missing',
    serve: header('x-rows-missing', () => '0'),
  },
];

/** When a caller may come back. These checks let hours pass. */
export const WRONG_WAITS: readonly WrongServer[] = [
  {
    name: 'Retry-After is too short',
    noticedBy: 'Retry-After waited out is enough, and two seconds less is not',
    serve: header('retry-after', (value) => String(Math.ceil(Number(value) / 2))),
  },
  {
    name: 'Retry-After is too long',
    noticedBy: 'Retry-After waited out is enough, and two seconds less is not',
    serve: header('retry-after', (value) => String(Number(value) + 60)),
  },
];
