import type { Area, Areas, SimulatedShape, SimulatedSum } from '@loadcast/core';

/** An area whose simulated load is its own, with the shape of that load. */
export interface SimulatedArea {
  readonly area: Area;
  readonly shape: SimulatedShape;
}

/** Areas with a load of their own, by stream: the order in which a batch lists them. */
export function simulatedAreas({ list }: Areas): readonly SimulatedArea[] {
  return list
    .flatMap((area) => (area.simulated && !isSum(area.simulated) ? [{ area, shape: area.simulated }] : []))
    .sort((one, other) => one.shape.stream - other.shape.stream);
}

export function simulatedSums({
  list,
}: Areas): readonly { area: Area; stream: number; parts: readonly SimulatedArea[] }[] {
  return list.flatMap((area) =>
    area.simulated && isSum(area.simulated)
      ? [{ area, stream: area.simulated.stream, parts: simulatedParts(area) }]
      : [],
  );
}

/** The areas with loads of their own that make up an area: itself, or the parts of its sum. */
export function simulatedParts(area: Area): readonly SimulatedArea[] {
  const { areas, simulated } = area;
  if (!simulated) return [];
  if (!isSum(simulated)) return [{ area, shape: simulated }];
  return simulatedAreas(areas).filter((part) => simulated.sumOf.includes(part.area.series));
}

function isSum(simulated: SimulatedShape | SimulatedSum): simulated is SimulatedSum {
  return 'sumOf' in simulated;
}
