import {
  AREAS,
  CONTRACT_AREAS,
  DAY_MS,
  engine,
  type ForecastData,
  foldBlocks,
  HORIZON_IDS,
  HOUR_MS,
  type KnownSeries,
  type LoadSource,
  RESOLUTIONS,
  type SeriesKey,
} from '@loadcast/core';
import { type ReportWorld, reportWorld } from '@loadcast/core/testing';
import { ask } from '@loadcast/formats/testing';
import { simulatedBatch } from '@loadcast/sources/simulated';
import { simulatedWeather } from '@loadcast/sources/testing';
import { createSurfaceA } from '@loadcast/surface-a';
import { createSingleZipSurface, createSurfaceB } from '@loadcast/surface-b';
import { createSurfaceC } from '@loadcast/surface-c';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { sourcesOfAreas } from '../../../packages/service/src/wiring/load-source.js';
import { wantedOf } from '../../../packages/service/src/wiring/wanted-series.js';
import { plansPage } from '../../../tooling/guides/src/plans-page.js';
import { readAreas } from './cli/values/read-values.js';
import { readConfig } from './config.js';

/** Two imaginary rows. Nothing else is replaced: all that is found here comes from the rows. */
vi.mock('../../../packages/core/src/areas/areas.data.js', async (importOriginal) => {
  const { AREA_ROWS } = await importOriginal<typeof import('../../../packages/core/src/areas/areas.data.js')>();
  const { CALENDARS } = await import('../../../packages/core/src/calendar/calendars.js');
  const { northwest, ontario } = await import('../../../packages/service/src/testing/imaginary-areas.js');
  const [first] = AREA_ROWS;
  return { AREA_ROWS: [...AREA_ROWS, northwest(first), ontario(first, CALENDARS.canada)] };
});

const ADDED = ['bpa', 'ontario'];
const added = () => AREAS.filter(({ id }) => ADDED.includes(id));
const areaOf = (id: string) => AREAS.find((area) => area.id === id)!;

describe('answers of the surfaces', () => {
  const receivedAt = Date.parse('2026-07-10T18:00:30Z');
  const RANGE = 'startdatetime=20260709T07:00-0000&enddatetime=20260709T09:00-0000';
  let world: ReportWorld;
  beforeAll(async () => {
    world = await reportWorld('2026-06-05', '2026-07-10');
  });

  test('/v1/regions lists both after the seven, with what their rows say', async () => {
    const { text } = await ask(createSurfaceA(world), '', { receivedAt, path: '/regions', anonymous: true });
    const { data } = JSON.parse(text);
    expect(data.map(({ region }: { region: string }) => region).slice(-2)).toEqual(['BPA', 'IESO']);
    expect(data.slice(-2)).toMatchObject([
      { aliases: ['BPAT', 'Bonneville'], timezone: 'America/Los_Angeles', available_horizons: HORIZON_IDS },
      { aliases: [], timezone: 'America/Toronto', available_resolutions: RESOLUTIONS },
    ]);
  });

  test.each([
    'forecast?region=BPA&horizon=15d',
    'forecast?region=bonneville&resolution=15min',
    'forecast?region=IESO',
    'history?region=IESO&start=2026-07-08T00:00:00Z&end=2026-07-09T00:00:00Z',
    'latest?region=IESO',
    'accuracy?region=BPA',
    'accuracy?region=IESO&run=7DA',
  ])('surface A answers %s', async (asked) => {
    const [path, query] = asked.split('?');
    const { status, text } = await ask(createSurfaceA(world), query!, { receivedAt, path: `/demand/${path}` });
    expect(text).toContain('"status":"success"');
    expect(status).toBe(200);
  });

  test.each(['SLD_FCST&market_run_id=2DA', 'SLD_ACTUAL'])(
    'surface B lists both after its eight: %s',
    async (report) => {
      const { status, text } = await ask(createSurfaceB(world), `queryname=${report}&${RANGE}&resultformat=6`, {
        receivedAt,
      });
      expect(status).toBe(200);
      expect(text).toMatch(/,BPAT,[\s\S]*,IESO,/);
    },
  );

  test('TAC_AREAS has the code of surface A and the clock of each', async () => {
    const { text } = await ask(createSurfaceB(world), 'queryname=TAC_AREAS&resultformat=6', { receivedAt });
    expect(text).toContain('BPAT,BPA,BPA,America/Los_Angeles,active');
    expect(text).toContain('IESO,IESO,IESO,America/Toronto,active');
  });

  test('OASIS clients may ask for one by name', async () => {
    const query = `queryname=SLD_FCST&market_run_id=DAM&tac_area_name=IESO&${RANGE}&resultformat=6&version=1`;
    const { status } = await ask(createSingleZipSurface(world), query, { receivedAt });
    expect(status).toBe(200);
  });

  test('surface C lists Ontario, forecasts it and scores it', async () => {
    const get = (path: string, query: string) => ask(createSurfaceC(world), query, { receivedAt, path });
    expect((await get('/tac-areas', 'resultformat=6')).text).toContain('IESO');
    const demand = `tac_area=IESO&market_run_id=DAM&version=1&resultformat=6&${RANGE}`;
    expect((await get('/demand', demand)).status).toBe(200);
    expect((await get('/historical', 'tac_area=IESO&date=2026-07-09&metric=mape')).status).toBe(200);
  });
});

describe('data of the areas', () => {
  test('each load source that an area names is opened, for the series of its areas', () => {
    const opened = new Map<string, string[]>();
    const open =
      (id: string) =>
      (_config: unknown, wanted: readonly SeriesKey[]): LoadSource => {
        opened.set(id, [...new Set(wanted.map(({ series }) => series))]);
        return { name: id, fetch: () => Promise.reject(new Error('not asked')) };
      };
    sourcesOfAreas(CONTRACT_AREAS, readConfig({}), { eia930: open('eia930'), ieso: open('ieso') });
    expect(opened.get('ieso')).toEqual(['IESO']);
    expect(opened.get('eia930')).toEqual(expect.arrayContaining(['BPAT', 'PACW', 'NYIS']));
    expect(opened.get('eia930')).not.toContain('IESO');
  });

  test('a load source that is not wired is a configuration error that names it', () => {
    expect(() => sourcesOfAreas(CONTRACT_AREAS, readConfig({ EIA_API_KEY: 'key' }))).toThrow(/load source ieso/);
  });

  test('what is stored includes their load and that of their neighbours; screening is as the row says', () => {
    const kept = new Set(
      wantedOf(CONTRACT_AREAS)
        .filter(({ measure }) => measure === 'demand')
        .map(({ series }) => series),
    );
    expect(['BPAT', 'IESO', 'PACW', 'AVA'].filter((series) => !kept.has(series))).toEqual([]);
    expect(CONTRACT_AREAS.screening('IESO').frozenRunHours).toBe(5);
  });

  test('the simulated grid has their load and weather, lower on the holidays of each country', async () => {
    /** Mean load of a day in 2024, as a share of the days a week before and after. */
    const share = (series: string, month: number, day: number): number => {
      const mean = (at: number): number => {
        const batch = simulatedBatch(CONTRACT_AREAS, { start: at, end: at + DAY_MS }, Date.UTC(2025, 5, 1));
        const loadMw = batch.series.find(({ key }) => key.series === series && key.measure === 'demand')!.valuesMw;
        return loadMw.reduce((sum, mw) => sum + mw, 0) / loadMw.length;
      };
      const noon = Date.UTC(2024, month - 1, day, 8);
      return (2 * mean(noon)) / (mean(noon - 7 * DAY_MS) + mean(noon + 7 * DAY_MS));
    };
    expect(share('IESO', 10, 14)).toBeLessThan(0.97);
    expect(share('BPAT', 10, 14)).toBeGreaterThan(0.97);
    expect(share('IESO', 11, 28)).toBeGreaterThan(0.97);
    expect(share('BPAT', 11, 28)).toBeLessThan(0.97);
    const now = Date.UTC(2024, 6, 1);
    const window = { start: now - DAY_MS, end: now };
    const { blocks } = await simulatedWeather().fetch(window, now, new AbortController().signal);
    expect(blocks.map(({ areaId }) => areaId)).toEqual(expect.arrayContaining(ADDED));
  });
});

/** Simulated load of some series, each hour known two hours after it ended. */
function simulatedData(start: number, days: number, series: readonly string[]): ForecastData {
  const window = { start, end: start + days * DAY_MS };
  const loads = new Map<string, KnownSeries>();
  for (const { key, valuesMw } of simulatedBatch(CONTRACT_AREAS, window, window.end + 30 * DAY_MS).series) {
    if (key.measure !== 'demand' || !series.includes(key.series)) continue;
    const block = { start, values: valuesMw, known: { kind: 'lag', lagMs: 2 * HOUR_MS } } as const;
    loads.set(key.series, foldBlocks([block]));
  }
  return { load: (id) => loads.get(id), operatorForecast: () => undefined, weather: () => undefined };
}

describe('the engine', () => {
  test('forecasts both from 30 days of load of all areas, holiday calendars mixed in the global model', async () => {
    const start = Date.UTC(2024, 8, 8);
    const data = simulatedData(
      start,
      30,
      AREAS.map(({ series }) => series),
    );
    for (const area of added()) {
      const { valueMw, p10Mw, p90Mw } = await engine.forArea(area, data).issue(start + 30 * DAY_MS);
      expect(valueMw).toHaveLength(384);
      expect(valueMw.every((mw, i) => mw > 1_000 && p10Mw[i]! <= mw && mw <= p90Mw[i]!)).toBe(true);
    }
  });

  test('lowers Thanksgiving in October for Ontario, and for no U.S. area beside it', async () => {
    const start = Date.UTC(2023, 3, 1);
    const issuedAt = Date.UTC(2024, 9, 10);
    const data = simulatedData(start, (issuedAt - start) / DAY_MS, ['BPAT', 'IESO']);
    const holidayShare = async (id: string): Promise<number> => {
      const { contributions, valueMw } = await engine
        .forArea(areaOf(id), data)
        .issue(issuedAt, { contributions: true });
      const noon = (Date.UTC(2024, 9, 14, 18) - issuedAt) / HOUR_MS;
      return contributions!.holidayMw[noon]! / valueMw[noon]!;
    };
    expect(await holidayShare('ontario')).toBeLessThan(-0.02);
    expect(Math.abs(await holidayShare('bpa'))).toBeLessThan(0.02);
  });
});

describe('the command line and the pages', () => {
  test('a list of areas may name them by any of their codes', () => {
    expect(readAreas('--areas', 'bonneville,IESO,PJM')(CONTRACT_AREAS).map(({ id }) => id)).toEqual(['pjm', ...ADDED]);
  });

  test('the generated page of plans is written', () => expect(plansPage()).toContain('# Plans and limits'));
});
