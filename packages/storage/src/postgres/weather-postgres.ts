import type { WeatherStore } from '@loadcast/core';
import { assertWeatherBlock } from '@loadcast/core/series';
import { decodeSoundWeather, encodeWeather, encodeWeatherName, type WeatherRow } from '../codec/weather-row.js';
import type { Connections } from './connections.js';
import type { Fence } from './fence.js';

const NAME = ['area_id', 'variable', 'point', 'known', 'start_at'] as const;
const REST = ['weight', 'hours', 'crc', 'payload'] as const;
const columnsOf = <R, C extends keyof R>(rows: readonly R[], columns: readonly C[]) =>
  columns.map((column) => rows.map((row) => row[column]));

/** Weather in PostgreSQL, the same rows as in SQLite. */
export function weatherPostgres(connections: Connections, fence: Fence): WeatherStore {
  return {
    async write({ put, drop }) {
      put.forEach(assertWeatherBlock);
      await connections.transaction(async (client) => {
        await fence.check(client);
        // First, so that changes wait for each other and no two wait for one another's rows.
        await client.query('update weather_version set version = version + 1');
        await client.query(
          `delete from weather_block where (${NAME.join(', ')}) in
           (select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[]))`,
          columnsOf(drop.map(encodeWeatherName), NAME),
        );
        await client.query(
          `insert into weather_block (${[...NAME, ...REST].join(', ')})
           select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::float8[], $7::int[],
             $8::bigint[], $9::bytea[])
           on conflict (${NAME.join(', ')}) do update set ${REST.map((column) => `${column} = excluded.${column}`).join(', ')}`,
          columnsOf(put.map(encodeWeather), [...NAME, ...REST]),
        );
      });
    },
    async read(areaIds) {
      const rows = await connections.query<WeatherRow>('select * from weather_block where area_id = any($1)', [
        areaIds,
      ]);
      return decodeSoundWeather(rows);
    },
    async version() {
      const [row] = await connections.query<{ version: number }>('select version from weather_version');
      return row?.version ?? 0;
    },
  };
}
