import type { WeatherStore } from '@loadcast/core';
import { assertWeatherBlock } from '@loadcast/core/series';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { decodeSoundWeather, encodeWeather, encodeWeatherName, type WeatherRow } from '../codec/weather-row.js';
import type { Transactions } from './connection/transactions.js';

export function weatherSqlite(database: DatabaseSyncInstance, transactions: Transactions): WeatherStore {
  const upsert = database.prepare(
    `insert or replace into weather_block (area_id, variable, point, known, start_at, weight, hours, payload, crc)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const remove = database.prepare(
    'delete from weather_block where area_id = ? and variable = ? and point = ? and known = ? and start_at = ?',
  );
  const select = database.prepare('select * from weather_block where area_id = ?');
  const count = database.prepare('update weather_version set version = version + 1');
  const selectVersion = database.prepare('select version from weather_version');

  return {
    async write({ put, drop }) {
      put.forEach(assertWeatherBlock);
      const rows = put.map(encodeWeather);
      await transactions.write(() => {
        for (const name of drop) remove.run(...Object.values(encodeWeatherName(name)));
        for (const row of rows) upsert.run(...Object.values(row));
        count.run();
      });
    },
    async read(areaIds) {
      const rows: WeatherRow[] = transactions.read(() => areaIds.flatMap((areaId) => select.all(areaId)));
      return decodeSoundWeather(rows);
    },
    version: async () => Number(transactions.read(() => selectVersion.get()).version),
  };
}
