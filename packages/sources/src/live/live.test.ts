import type { IncomingMessage, ServerResponse } from 'node:http';
import { AREAS, DAY_MS, HOUR_MS } from '@loadcast/core';
import { afterEach, describe, expect, test } from 'vitest';
import { eiaPeriod, type FakeRow, startFakeEia } from '../testing/fake-eia.js';
import { type FakeNwsLayer, startFakeNws, startFakeOpenMeteo } from '../testing/fake-weather.js';
import { upstreamFaults } from '../testing/faults.js';
import { startReplay } from '../testing/replay.js';
import { type ScriptedServer, startScriptedServer } from '../testing/scripted-server.js';
import type { LiveReport } from './assumption.js';
import { checkEia } from './eia.js';
import { checkNws } from './nws.js';
import { checkOpenMeteo } from './open-meteo.js';

const NOW = Date.UTC(2026, 6, 1, 12, 20);
const PLACES = AREAS[0]!.points.slice(0, 2);
const KEY = 'a key/with+signs=0123456789';
const SERIES = ['CISO', 'PJM', 'NYIS', 'CISO-PGAE', 'CISO-VEA'];

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close();
});

/** What differs, by the names of the assumptions. */
const differing = ({ checks }: LiveReport) => checks.filter(({ ok }) => !ok).map(({ name }) => name);

/** A server in front of another that changes the text of each reply. */
async function changed(server: ScriptedServer, change: (text: string, path: string) => string): Promise<string> {
  const front = await startScriptedServer((request: IncomingMessage, response: ServerResponse) => {
    void forward(request, response);
  });
  open.push(front);
  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const reply = await fetch(server.baseUrl + request.url, { redirect: 'manual', headers: { 'user-agent': 'a@b' } });
    const location = reply.headers.get('location');
    const text = (await reply.text()).replaceAll(server.baseUrl, front.baseUrl);
    response.writeHead(reply.status, {
      'content-type': reply.headers.get('content-type') ?? '',
      ...(location === null ? {} : { location }),
    });
    response.end(change(text, request.url ?? ''));
  }
  return front.baseUrl;
}

const wave = (hour: number) => 20_000 + 4_000 * Math.sin((hour * Math.PI) / 12) + 900 * Math.sin((hour * Math.PI) / 84);

interface EiaWorld {
  /** Hours by which EIA labels California's load late. */
  readonly late?: number;
  readonly newest?: number;
}

/** A month of load that was published until two hours ago, and of forecasts until tomorrow, with today's clock faults. */
function eiaRows({ late = 1, newest = NOW - 2 * HOUR_MS }: EiaWorld = {}): FakeRow[] {
  const start = Math.floor(NOW / HOUR_MS) * HOUR_MS - 33 * DAY_MS;
  return ['CISO', 'PJM', 'NYIS'].flatMap((respondent) =>
    Array.from({ length: 35 * 24 }, (_, i) => start + i * HOUR_MS).flatMap((at) => {
      const hour = at / HOUR_MS;
      const loadHour = hour - (respondent === 'CISO' ? late : 0);
      const forecastHour = hour + (respondent === 'PJM' ? 1 : 0);
      const row = { period: eiaPeriod(at), respondent };
      const load = Math.round(wave(loadHour) * (1 + ((hour * 7_919) % 97) / 4_000));
      return [
        ...(at + HOUR_MS <= newest ? [{ ...row, type: 'D', value: load }] : []),
        ...(at < NOW + DAY_MS ? [{ ...row, type: 'DF', value: Math.round(1.02 * wave(forecastHour)) }] : []),
      ];
    }),
  );
}

const subAreaRows: FakeRow[] = ['PGAE', 'VEA'].map((subba) => ({
  period: eiaPeriod(NOW - 5 * HOUR_MS),
  parent: 'CISO',
  subba,
  value: 100,
}));

async function eia(rows = eiaRows()) {
  const server = await startFakeEia({ region: rows, subArea: subAreaRows, apiKey: KEY });
  open.push(server);
  return server;
}
const askEia = (baseUrl: string, apiKey = KEY) => checkEia({ apiKey, baseUrl, series: SERIES, now: NOW });

describe('EIA', () => {
  test('an API as documented differs in nothing, and its recorded answers, without the key, give the same report', async () => {
    const server = await eia();
    const report = await askEia(server.baseUrl);
    expect([differing(report), report.checks.length]).toEqual([[], 7]);
    const bytes = JSON.stringify(report.exchanges);
    for (const text of [KEY, encodeURIComponent(KEY), new URLSearchParams({ k: KEY }).toString().slice(2)]) {
      expect(bytes).not.toContain(text);
    }
    const replay = await startReplay(report.exchanges, new URLSearchParams({ k: KEY }).toString().slice(2));
    open.push(replay);
    expect(await askEia(replay.baseUrl)).toEqual(report);
  });

  test.each([
    { name: 'a key that is refused', differs: 'status', run: async () => askEia((await eia()).baseUrl, 'other') },
    {
      name: 'a redirect',
      differs: 'status',
      run: async () => {
        const server = await eia();
        server.failNext(upstreamFaults.redirect('https://elsewhere.example/'));
        return askEia(server.baseUrl);
      },
    },
    {
      name: 'a web page',
      differs: 'status',
      run: async () => {
        const server = await eia();
        server.failNext(undefined, undefined, upstreamFaults.page());
        return askEia(server.baseUrl);
      },
    },
    { name: 'nobody', differs: 'status', run: async () => askEia('http://127.0.0.1:1') },
    {
      name: 'a total that counts the page',
      differs: 'paging',
      run: async () => askEia(await changed(await eia(), (text) => text.replace(/"total":"\d+"/, '"total":"5"'))),
    },
    {
      name: 'an offset that is not heeded',
      differs: 'order',
      run: async () => {
        const server = await eia();
        const front = await startScriptedServer((request, response) => {
          const url = server.baseUrl + (request.url ?? '').replace('offset=5', 'offset=0');
          void fetch(url).then(async (reply) => {
            response.writeHead(200, { 'content-type': 'application/json' }).end(await reply.text());
          });
        });
        open.push(front);
        return askEia(front.baseUrl);
      },
    },
    {
      name: 'another unit',
      differs: 'rows',
      run: async () => {
        const isSubArea = (path: string) => path.includes('sub-ba');
        const change = (text: string, path: string) =>
          isSubArea(path) ? text.replaceAll('megawatthours', 'kilowatthours') : text;
        return askEia(await changed(await eia(), change));
      },
    },
    {
      name: 'an authority under another code',
      differs: 'codes',
      run: async () => askEia((await eia(eiaRows().filter(({ respondent }) => respondent !== 'NYIS'))).baseUrl),
    },
    {
      name: 'periods that name what is to come',
      differs: 'stamps',
      run: async () => askEia((await eia(eiaRows({ newest: NOW + 3 * HOUR_MS }))).baseUrl),
    },
    {
      name: 'load that ended days ago',
      differs: 'stamps',
      run: async () => askEia((await eia(eiaRows({ newest: NOW - 30 * HOUR_MS }))).baseUrl),
    },
    {
      name: 'a clock of California that was set right',
      differs: 'clock faults',
      run: async () => askEia((await eia(eiaRows({ late: 0 }))).baseUrl),
    },
  ])('$name differs in: $differs', async ({ differs, run }) => {
    expect(differing(await run())).toEqual([differs]);
  });
});

const weatherAt = (variable: string, latitude: number, _: number, at: number) =>
  variable.startsWith('shortwave') ? 100 : latitude / 4 + ((at / HOUR_MS) % 24);

async function meteo(options: Parameters<typeof startFakeOpenMeteo>[1] = {}, apiKey?: string) {
  const server = await startFakeOpenMeteo(weatherAt, options);
  open.push(server);
  return { server, ask: (baseUrl = server.baseUrl) => checkOpenMeteo({ places: PLACES, baseUrl, apiKey, now: NOW }) };
}
const changedMeteo = async (change: (text: string) => string) => {
  const { server, ask } = await meteo();
  return ask(await changed(server, (text, path) => (path.includes('previous_day') ? text : change(text))));
};

describe('Open-Meteo', () => {
  test('services as documented differ in nothing, and their recorded answers give the same report', async () => {
    const { ask } = await meteo({}, KEY);
    const report = await ask();
    expect([differing(report), report.checks.length]).toEqual([[], 6]);
    const replay = await startReplay(report.exchanges, new URLSearchParams({ k: KEY }).toString().slice(2));
    open.push(replay);
    expect(await ask(replay.baseUrl)).toEqual(report);
    expect(JSON.stringify(report.exchanges)).not.toContain('0123456789');
  });

  test.each([
    {
      name: 'a plan without previous runs',
      differs: 'plan',
      run: async () => (await meteo({ plan: 'standard' }, KEY)).ask(),
    },
    {
      name: 'a variable that is not there',
      differs: 'units',
      run: async () => (await meteo({ absent: ['cloud_cover'] })).ask(),
    },
    { name: 'Fahrenheit', differs: 'units', run: () => changedMeteo((text) => text.replaceAll('°C', '°F')) },
    {
      name: 'one place for two',
      differs: 'places',
      run: () => changedMeteo((text) => JSON.stringify(JSON.parse(text)[0])),
    },
    {
      name: 'hours of another day',
      differs: 'stamps',
      run: () => changedMeteo((text) => text.replaceAll('2026-06-30T', '2026-06-29T')),
    },
    {
      name: 'an error',
      differs: 'status',
      run: async () => {
        const { server, ask } = await meteo();
        server.failNext(upstreamFaults.status(429));
        return ask();
      },
    },
  ])('$name differs in: $differs', async ({ differs, run }) => {
    expect(differing(await run())).toEqual([differs]);
  });

  test('times in another zone differ in their shape, and of nothing that is read from it can be said that it is right', async () => {
    const report = await changedMeteo((text) =>
      text.replaceAll('"utc_offset_seconds":0', '"utc_offset_seconds":-25200'),
    );
    expect(differing(report)).toEqual(['shape', 'stamps', 'units']);
  });
});

const layer = (uom: string, validTime = '2026-07-01T12:00:00+00:00/PT2H'): FakeNwsLayer => ({
  uom,
  values: [{ validTime, value: 20 }],
});
const LAYERS = {
  updateTime: '2026-07-01T11:00:00+00:00',
  temperature: layer('wmoUnit:degC'),
  relativeHumidity: layer('wmoUnit:percent'),
  skyCover: layer('wmoUnit:percent'),
};

async function nws(options: Partial<Parameters<typeof startFakeNws>[0]> = {}) {
  const server = await startFakeNws({ ...LAYERS, ...options });
  open.push(server);
  const ask = (baseUrl = server.baseUrl) =>
    checkNws({ place: PLACES[0]!, baseUrl, userAgent: 'test (a@b.example)', now: NOW });
  return { server, ask };
}

describe('NWS', () => {
  test('a service as documented differs in nothing, and its recorded answers give the same report', async () => {
    const { ask } = await nws();
    const report = await ask();
    expect([differing(report), report.checks.length]).toEqual([[], 7]);
    const replay = await startReplay(report.exchanges);
    open.push(replay);
    expect((await ask(replay.baseUrl)).checks).toEqual(report.checks);
  });

  test.each([
    { name: 'Kelvin', differs: 'units', run: async () => (await nws({ temperature: layer('wmoUnit:K') })).ask() },
    {
      name: 'intervals in words',
      differs: 'intervals',
      run: async () => (await nws({ skyCover: layer('wmoUnit:percent', 'from noon') })).ask(),
      and: ['issue'],
    },
    {
      name: 'a grid elsewhere',
      differs: 'link',
      run: async () => (await nws({ elsewhere: 'https://elsewhere.example' })).ask(),
    },
    { name: 'a grid that fails', differs: 'grid', run: async () => (await nws({ brokenFor: 'gridpoints' })).ask() },
    {
      name: 'an old forecast',
      differs: 'issue',
      run: async () => (await nws({ updateTime: '2026-06-29T11:00:00+00:00' })).ask(),
    },
    { name: 'an error', differs: 'status', run: async () => (await nws({ brokenFor: 'points' })).ask() },
    {
      name: 'trailing zeros that are accepted',
      differs: 'redirects',
      run: async () => {
        const { server, ask } = await nws();
        server.failNext(undefined, upstreamFaults.body('{}'));
        return ask();
      },
    },
  ])('$name differs in: $differs', async ({ differs, run, and = [] }) => {
    expect(differing(await run())).toEqual([differs, ...and]);
  });

  test('the first point of the first area is asked for', async () => {
    const { server, ask } = await nws();
    await ask();
    const { latitude, longitude } = AREAS[0]!.points[0]!;
    expect(server.requests[0]?.path).toBe(`/points/${latitude},${longitude}`);
  });
});
