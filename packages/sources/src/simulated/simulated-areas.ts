import { AREAS, type Area, type SimulatedShape, type SimulatedSum } from '@loadcast/core';

/** An area whose simulated load is its own, with the shape of that load. */
export interface SimulatedArea {
  readonly area: Area;
  readonly shape: SimulatedShape;
}

/** Areas with a load of their own, by stream: the order in which a batch lists them. */
export const SIMULATED_AREAS: readonly SimulatedArea[] = AREAS.flatMap((area) =>
  isSum(area.simulated) ? [] : [{ area, shape: area.simulated }],
).sort((one, other) => one.shape.stream - other.shape.stream);

/** Areas whose load is the sum of others, with their parts. */
export const SIMULATED_SUMS: readonly { area: Area; stream: number; parts: readonly SimulatedArea[] }[] = AREAS.flatMap(
  (area) => (isSum(area.simulated) ? [{ area, stream: area.simulated.stream, parts: partsOf(area.simulated) }] : []),
);

/** The areas with loads of their own that make up an area: itself, or the parts of its sum. */
export function simulatedParts(area: Area): readonly SimulatedArea[] {
  return isSum(area.simulated) ? partsOf(area.simulated) : [{ area, shape: area.simulated }];
}

function isSum(simulated: SimulatedShape | SimulatedSum): simulated is SimulatedSum {
  return 'sumOf' in simulated;
}

function partsOf({ sumOf }: SimulatedSum): SimulatedArea[] {
  return SIMULATED_AREAS.filter(({ area }) => sumOf.includes(area.series));
}
