export interface MeasuredColumn {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  readonly unit: string;
}

/** Columns of text. `point` and `weight` are for areas with several weather points; without them an area is one point. */
export const KEY_COLUMNS = ['area', 'point', 'weight', 'issued_at', 'valid_at'] as const;

/** Bounds are physical: a temperature in degrees Fahrenheit or a cloud cover as a fraction of thousands is refused. */
export const MEASURED_COLUMNS = [
  { name: 'temperature_c', least: -90, most: 60, unit: 'degrees C' },
  { name: 'dew_point_c', least: -100, most: 50, unit: 'degrees C' },
  { name: 'cloud_cover_pct', least: 0, most: 100, unit: 'percent' },
  { name: 'shortwave_w_m2', least: 0, most: 1500, unit: 'W/m2' },
  // Read and checked; no model reads wind yet.
  { name: 'wind_m_s', least: 0, most: 120, unit: 'm/s' },
] as const satisfies readonly MeasuredColumn[];
export type MeasuredColumnName = (typeof MEASURED_COLUMNS)[number]['name'];

export const REQUIRED_COLUMNS: readonly string[] = ['area', 'issued_at', 'valid_at', 'temperature_c'];
export const ALL_COLUMNS: readonly string[] = [...KEY_COLUMNS, ...MEASURED_COLUMNS.map(({ name }) => name)];
