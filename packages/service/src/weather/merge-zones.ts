import type { KnownRule, WeatherBlock } from '@loadcast/core';
import { weatherZoneOf } from '@loadcast/core/forecast';

/**
 * Merges blocks of one area's points into the zones that the models are fitted on: the weighted mean of the points that
 * have a value.
 *
 * A zone is always made of the same points, also when some of them are missing from a report. Forecasts of its points
 * that were issued at different instants are one forecast, known with the last of them.
 *
 * @param points all points of the area, in order
 */
export function mergeZones(blocks: readonly WeatherBlock[], points: readonly string[]): WeatherBlock[] {
  const groups = new Map<string, WeatherBlock[]>();
  for (const block of blocks) {
    // The stored key of a zone, older than the word: docs/data.md says why it stays.
    const zone = `place ${weatherZoneOf(points.indexOf(block.point), points.length)}`;
    const rule = block.known.kind === 'at' ? 'at' : JSON.stringify(block.known);
    const column = `${zone} ${block.variable} ${rule} ${block.start} ${block.values.length}`;
    const group = groups.get(column) ?? [];
    group.push({ ...block, point: zone });
    groups.set(column, group);
  }
  return [...groups.values()].map(mergeGroup);
}

function mergeGroup(group: readonly WeatherBlock[]): WeatherBlock {
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
  const issues = group.flatMap(({ known }) => (known.kind === 'at' ? [known.at] : []));
  const known: KnownRule = issues.length === 0 ? first.known : { kind: 'at', at: Math.max(...issues) };
  return { ...first, values, known, weight: group.reduce((sum, { weight }) => sum + weight, 0) };
}
