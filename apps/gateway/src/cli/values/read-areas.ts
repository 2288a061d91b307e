import { AREAS, type Area } from '@loadcast/core';
import { readList } from './read-list.js';

/**
 * The areas that a comma separated list names by the codes of any surface, in the order of the registry.
 *
 * @throws {UsageError} naming the option, the first unknown code and the codes there are
 */
export function readAreas(option: string, text: string): readonly Area[] {
  return readList(option, text, AREAS, namesOf);
}

/** The code that the command line prints for an area. */
export function codeOf(area: Area): string {
  return area.codes.a[0]?.code ?? area.codes.c[0]?.code ?? area.id;
}

/** Every name an area may be given by: the codes of all surfaces, the printed one first. */
export function namesOf(area: Area): readonly string[] {
  const listed = Object.values(area.codes).flat();
  return [codeOf(area), ...listed.flatMap(({ code, aliases = [] }) => [code, ...aliases])];
}
