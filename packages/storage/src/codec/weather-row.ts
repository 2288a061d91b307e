import type { AreaId, KnownRule, WeatherBlock, WeatherVariable } from '@loadcast/core';
import { blockNameOf, knownText } from '@loadcast/core/series';
import { StoreError } from '../store-error.js';
import { bytesOf, checksum } from './checksum.js';
import { decodeValues, encodeValues } from './values.js';

export interface WeatherNameRow {
  readonly area_id: string;
  readonly variable: string;
  readonly point: string;
  /** The known rule as JSON. */
  readonly known: string;
  readonly start_at: number;
}

export interface WeatherRow extends WeatherNameRow {
  readonly weight: number;
  readonly hours: number;
  readonly crc: number;
  readonly payload: Uint8Array;
}

export function encodeWeatherName(
  block: Pick<WeatherBlock, 'areaId' | 'variable' | 'point' | 'known' | 'start'>,
): WeatherNameRow {
  const { areaId, variable, point, known, start } = block;
  return { area_id: areaId, variable, point, known: knownText(known), start_at: start };
}

/** The row of a block that passed `assertWeatherBlock`. */
export function encodeWeather(block: WeatherBlock): WeatherRow {
  const row = { ...encodeWeatherName(block), weight: block.weight, hours: block.values.length };
  const payload = encodeValues(block.values);
  return { ...row, payload, crc: computeChecksum(row, payload) };
}

/** @throws {StoreError} `corrupt`: the row is damaged */
export function decodeWeather(row: WeatherRow): WeatherBlock {
  if (computeChecksum(row, row.payload) !== row.crc) {
    throw new StoreError('corrupt', `weather of ${row.area_id} ${row.point} ${row.variable} is damaged in the store`);
  }
  const known: KnownRule = JSON.parse(row.known);
  return {
    areaId: row.area_id as AreaId,
    point: row.point,
    weight: row.weight,
    variable: row.variable as WeatherVariable,
    start: row.start_at,
    values: decodeValues(row.payload, row.hours),
    known,
  };
}

/** The blocks of the undamaged rows. */
export function decodeSoundWeather(rows: readonly WeatherRow[]): WeatherBlock[] {
  return rows.flatMap((row) => {
    try {
      return [decodeWeather(row)];
    } catch {
      return [];
    }
  });
}

/** Checksum of a block, independent of its row's layout. */
export function digestOfWeather(block: WeatherBlock): number {
  return checksum([blockNameOf(block), block.weight], bytesOf(block.values));
}

function computeChecksum(row: Omit<WeatherRow, 'crc' | 'payload'>, payload: Uint8Array): number {
  const { area_id, variable, point, known, start_at, weight, hours } = row;
  return checksum([area_id, variable, point, known, start_at, weight, hours], payload);
}
