import { WEATHER } from '../settings.data.js';

/**
 * The zone, counted from 0, in which a weather point of an area is: points that are neighbors in the area's list share
 * one, and there are at most `WEATHER.mostZones`. The models are fitted on the means of zones, so live weather is kept
 * by the same rule. Merging the points of an area to their zones and asking again gives each zone itself.
 *
 * @param index of the point in the area's list
 * @param pointCount how many points the area has
 * @example
 * [0, 1, 2, 3, 4, 5, 6, 7, 8].map((index) => weatherZoneOf(index, 9)) // => [0, 0, 0, 1, 1, 1, 2, 2, 2]
 */
export function weatherZoneOf(index: number, pointCount: number): number {
  return Math.floor(index / Math.ceil(pointCount / WEATHER.mostZones));
}
