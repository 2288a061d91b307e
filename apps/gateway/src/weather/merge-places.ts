import type { WeatherBlock } from '@loadcast/core';

/** The models merge an area's points to this many places; keeping more would be of no use. */
const MOST_PLACES = 4;

/** Blocks of an area's points, neighbours in the list made one: the mean by weight of those that have a value. */
export function mergePlaces(blocks: readonly WeatherBlock[]): WeatherBlock[] {
  const byArea = new Map<string, WeatherBlock[]>();
  for (const block of blocks) {
    const own = byArea.get(block.areaId) ?? [];
    own.push(block);
    byArea.set(block.areaId, own);
  }
  return [...byArea.values()].flatMap(mergeArea);
}

function mergeArea(blocks: readonly WeatherBlock[]): WeatherBlock[] {
  const points = [...new Set(blocks.map(({ point }) => point))];
  const size = Math.ceil(points.length / MOST_PLACES);
  const groups = new Map<string, WeatherBlock[]>();
  for (const block of blocks) {
    const place = Math.floor(points.indexOf(block.point) / size);
    const column = `${place} ${block.variable} ${JSON.stringify(block.known)} ${block.start} ${block.values.length}`;
    const group = groups.get(column) ?? [];
    group.push(block);
    groups.set(column, group);
  }
  return [...groups].map(([column, group]) => mergeGroup(`place ${column.split(' ')[0]}`, group));
}

function mergeGroup(point: string, group: readonly WeatherBlock[]): WeatherBlock {
  const first = group[0]!;
  const values = first.values.map((_, hour) => {
    let [sum, weights] = [0, 0];
    for (const block of group) {
      const value = block.values[hour]!;
      if (Number.isNaN(value)) continue;
      sum += block.weight * value;
      weights += block.weight;
    }
    return sum / weights;
  });
  return { ...first, point, values, weight: group.reduce((sum, { weight }) => sum + weight, 0) };
}
