import type { AreaPoint } from './area-row.js';

/** The words of a text: how a row lists series ids. */
export function words(text: string): readonly string[] {
  return text.split(' ').filter((word) => word !== '');
}

/** Weather points, each written as name, degrees north, degrees east and weight. */
export function points(
  ...rows: readonly (readonly [name: string, latitude: number, longitude: number, weight: number])[]
): readonly AreaPoint[] {
  return rows.map(([name, latitude, longitude, weight]) => ({ name, latitude, longitude, weight }));
}
