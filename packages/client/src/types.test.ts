import { expectTypeOf, test } from 'vitest';
import { createClient, type ForecastPoint } from './index.js';

test('calls are typed: a region, horizon or parameter that is not there does not compile', () => {
  const { events, get, rows } = createClient({ baseUrl: 'http://h' });
  expectTypeOf(get<'/v1/demand/forecast'>)
    .parameter(1)
    .toExtend<{ region: string } | undefined>();
  const calls = () => [
    // @ts-expect-error no such region
    get('/v1/demand/forecast', { region: 'XX' }),
    // @ts-expect-error no such horizon
    get('/v1/demand/forecast', { region: 'PJM', horizon: '3d' }),
    // @ts-expect-error no such parameter
    get('/v1/demand/latest', { region: 'PJM', horizn: '1d' }),
    // @ts-expect-error no such path
    get('/v1/demand/nothing', {}),
    get('/v1/demand/forecast', {
      region: 'PJM',
      start: '2026-11-20',
      end: new Date(0),
      gate: '-1d@10:00',
      tz: 'market',
      as_of: new Date(0),
      quantiles: [0.05, 0.95],
      include: ['actual', 'operator'],
    }),
    get('/v1/demand/forecast', { region: 'PJM', lead: '48h', start: '2026-11-20', end: '2026-11-20' }),
    // @ts-expect-error no such level
    get('/v1/demand/forecast', { region: 'PJM', quantiles: [0.01] }),
    // @ts-expect-error no such column
    get('/v1/demand/forecast', { region: 'PJM', include: ['weather'] }),
    // @ts-expect-error no such event
    events({ types: ['run.deleted'] }),
    // @ts-expect-error a range needs its end
    rows('/v1/demand/history', { region: 'PJM', start: new Date(0) }),
  ];
  expectTypeOf(calls).toBeFunction();
  const forecast = () => get('/v1/demand/forecast', { region: 'PJM' });
  expectTypeOf<Awaited<ReturnType<typeof forecast>>['data']>().toEqualTypeOf<readonly ForecastPoint[]>();
  expectTypeOf<ForecastPoint['value_mw']>().toEqualTypeOf<number>();
  expectTypeOf<ForecastPoint['p95']>().toEqualTypeOf<number | undefined>();
});
