import { AREAS, type Area } from '@loadcast/core';
import { areaNames } from '@loadcast/formats';
import { readList } from './read-list.js';

/**
 * The areas that a comma separated list names by the codes of any surface, in the order of the registry.
 *
 * @throws {UsageError} naming the option, the first unknown code and the codes there are
 */
export function readAreas(option: string, text: string): readonly Area[] {
  return readList(option, text, AREAS, areaNames);
}
