import type { WeatherBlock, WeatherStore } from '@loadcast/core';
import { assertWeatherBlock, knownText } from '@loadcast/core/series';
import { insertion, ROWS_AT_A_TIME, type Table, toRecord } from '../../codec/record-table.js';
import { decodeWeather, encodeWeather, type WeatherRow } from '../../codec/weather-row.js';
import type { Statement, StoreContents } from '../../store-contents.js';

export const WEATHER_TABLE: Table<WeatherRow> = {
  table: 'weather_block',
  columns: {
    area_id: 'text',
    variable: 'text',
    point: 'text',
    known: 'text',
    start_at: 'integer',
    weight: 'real',
    hours: 'integer',
    crc: 'integer',
    payload: 'bytes',
  },
  key: ['area_id', 'variable', 'point', 'known', 'start_at'],
};

/** Weather in the tables of a store, the same on every engine. @param execute writes that only the leader may do */
export function weatherBlocks(
  { query }: Pick<StoreContents, 'query'>,
  execute: StoreContents['execute'],
): WeatherStore {
  return {
    async write({ put, drop }) {
      put.forEach(assertWeatherBlock);
      await execute([
        // First, so that changes wait for each other and no two wait for one another's rows.
        { sql: 'update weather_version set version = version + 1', values: [] },
        ...slices(drop).map(deletion),
        ...slices(put).map((blocks) => insertion(WEATHER_TABLE, blocks.map(encodeWeather))),
      ]);
    },
    async read(areaIds) {
      if (areaIds.length === 0) return [];
      const areas = areaIds.map(() => '?').join(', ');
      const rows = await query<object>(`select * from weather_block where area_id in (${areas})`, areaIds);
      return rows.flatMap(soundBlock);
    },
    async version() {
      const [row] = await query<{ version: number }>('select version from weather_version');
      return row?.version ?? 0;
    },
  };
}

/** The block of a row; none where it is damaged. */
function soundBlock(row: object): WeatherBlock[] {
  try {
    return [decodeWeather(toRecord(WEATHER_TABLE, row))];
  } catch {
    return [];
  }
}

function deletion(blocks: readonly Omit<WeatherBlock, 'values' | 'weight'>[]): Statement {
  const places = blocks.map(() => '(?, ?, ?, ?, cast(? as bigint))').join(', ');
  return {
    sql: `delete from weather_block where (${WEATHER_TABLE.key.join(', ')}) in (values ${places})`,
    values: blocks.flatMap(({ areaId, variable, point, known, start }) => [
      ...[areaId, variable, point, knownText(known), start],
    ]),
  };
}

function slices<T>(rows: readonly T[]): (readonly T[])[] {
  const count = Math.ceil(rows.length / ROWS_AT_A_TIME);
  return Array.from({ length: count }, (_, i) => rows.slice(i * ROWS_AT_A_TIME, (i + 1) * ROWS_AT_A_TIME));
}
