import { ServiceError } from '@loadcast/core';
import { nearestName } from '../../query/nearest-name.js';
import type { Mount } from './mount.js';

/** Longer ones are compared with nothing: what that costs grows with their length. */
const LONGEST_COMPARED = 80;

export function fixedPaths(mounts: readonly Mount[]): readonly string[] {
  const paths = mounts.flatMap(({ prefix, surface: { endpoints = [] } }) =>
    endpoints.map(({ path }) => prefix + path).filter((path) => !path.includes('{')),
  );
  return [...new Set(paths)];
}

/**
 * The failure of a path that leads nowhere: it names the one that was most likely meant, if there is one.
 *
 * @example
 * noSuchPath('/v1/demand/forcast', ['/v1/demand/forecast']).message
 * // => 'There is nothing at this path; did you mean /v1/demand/forecast?'
 */
export function noSuchPath(path: string, known: readonly string[]): ServiceError {
  const meant = path.length > LONGEST_COMPARED ? undefined : nearestName(path, known);
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
  return new ServiceError('not_found', `There is nothing at this path${hint}`, undefined);
}
