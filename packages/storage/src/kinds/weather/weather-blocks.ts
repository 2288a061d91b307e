import type { WeatherBlock, WeatherStore } from '@loadcast/core';
import { assertWeatherBlock, knownText } from '@loadcast/core/series';
import { insertion, readRecords, slices } from '../../codec/record-table.js';
import { decodeWeather, encodeWeather, WEATHER_TABLE, type WeatherRow } from '../../codec/weather-row.js';
import type { Statement, StoreContents, TableReader } from '../../store-contents.js';

/** Weather in the tables of a store, the same on every engine. @param execute writes that only the leader may do */
export function weatherBlocks(reader: TableReader, execute: StoreContents['execute']): WeatherStore {
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
      return (await readRecords(reader, WEATHER_TABLE, `where area_id in (${areas})`, areaIds)).flatMap(soundBlock);
    },
    async version() {
      const [row] = await reader.query<{ version: number }>('select version from weather_version');
      return row?.version ?? 0;
    },
  };
}

/** The block of a row; none where it is damaged. */
function soundBlock(row: WeatherRow): WeatherBlock[] {
  try {
    return [decodeWeather(row)];
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
