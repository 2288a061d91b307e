import type { AreaId, KnownRule, WeatherBlock, WeatherVariable } from '@loadcast/core';
import { blockNameOf, knownText } from '@loadcast/core/series';
import { StoreError } from '../store-error.js';
import { bytesOf, checksum } from './checksum.js';
import { type RecordOf, tableOf } from './record-table.js';
import { decodeValues, encodeValues } from './values.js';

export const WEATHER_TABLE = tableOf({
  table: 'weather_block',
  columns: {
    area_id: 'text',
    variable: 'text',
    point: 'text',
    /** The known rule as JSON. */
    known: 'text',
    start_at: 'integer',
    weight: 'real',
    hours: 'integer',
    crc: 'integer',
    payload: 'bytes',
  },
  key: ['area_id', 'variable', 'point', 'known', 'start_at'],
});

/** A block of weather as it is stored. */
export type WeatherRow = RecordOf<typeof WEATHER_TABLE>;

/** The row of a block that passed `assertWeatherBlock`. */
export function encodeWeather(block: WeatherBlock): WeatherRow {
  const { areaId, variable, point, known, start, weight, values } = block;
  const row = { areaId, variable, point, known: knownText(known), startAt: start, weight, hours: values.length };
  const payload = encodeValues(values);
  return { ...row, payload, crc: computeChecksum(row, payload) };
}

/** @throws {StoreError} `corrupt`: the row is damaged */
export function decodeWeather(row: WeatherRow): WeatherBlock {
  if (computeChecksum(row, row.payload) !== row.crc) {
    throw new StoreError('corrupt', `weather of ${row.areaId} ${row.point} ${row.variable} is damaged in the store`);
  }
  const known: KnownRule = JSON.parse(row.known);
  return {
    areaId: row.areaId as AreaId,
    point: row.point,
    weight: row.weight,
    variable: row.variable as WeatherVariable,
    start: row.startAt,
    values: decodeValues(row.payload, row.hours),
    known,
  };
}

/** Checksum of a block, independent of its row's layout. */
export function digestOfWeather(block: WeatherBlock): number {
  return checksum([blockNameOf(block), block.weight], bytesOf(block.values));
}

function computeChecksum(row: Omit<WeatherRow, 'crc' | 'payload'>, payload: Uint8Array): number {
  const { areaId, variable, point, known, startAt, weight, hours } = row;
  return checksum([areaId, variable, point, known, startAt, weight, hours], payload);
}
