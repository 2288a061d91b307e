import { expectTypeOf, test } from 'vitest';
import { createClient, type ForecastPoint } from './index.js';

test('calls are typed: a region, horizon or parameter that is not there does not compile', () => {
  const { get, rows } = createClient({ baseUrl: 'http://h' });
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
    // @ts-expect-error a range needs its end
    rows('/v1/demand/history', { region: 'PJM', start: new Date(0) }),
  ];
  expectTypeOf(calls).toBeFunction();
  const forecast = () => get('/v1/demand/forecast', { region: 'PJM' });
  expectTypeOf<Awaited<ReturnType<typeof forecast>>['data']>().toEqualTypeOf<readonly ForecastPoint[]>();
});
