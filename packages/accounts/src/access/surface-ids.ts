import type { SurfaceId } from '@loadcast/core';

/** Every surface, in the order in which people list them. */
export const SURFACE_IDS = ['a', 'b', 'c'] as const satisfies readonly SurfaceId[];

/** One value a surface. */
export function bySurface<T>(read: (surface: SurfaceId) => T): Readonly<Record<SurfaceId, T>> {
  return { a: read('a'), b: read('b'), c: read('c') };
}

/** What people call the surfaces. */
export const SURFACE_NAMES = { a: 'REST', b: 'OASIS', c: 'Utilities' } as const satisfies Record<SurfaceId, string>;
