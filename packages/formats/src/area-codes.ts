import type { Area } from '@loadcast/core';

/** The code by which people know an area. */
export function areaCode(area: Area): string {
  return area.codes.a[0]?.code ?? area.codes.c[0]?.code ?? area.id;
}

/** Every name an area may be given by: the codes of all surfaces, the printed one first. */
export function areaNames(area: Area): readonly string[] {
  const listed = Object.values(area.codes).flat();
  return [areaCode(area), ...listed.flatMap(({ code, aliases = [] }) => [code, ...aliases])];
}
