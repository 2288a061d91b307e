import type { Surface } from '../../http.js';

export interface Mount {
  /** `/v1`: starts with a slash, does not end with one. `''` covers every path. */
  readonly prefix: string;
  readonly surface: Surface;
}

/**
 * The mount of a path: the longest prefix that ends where the path or one of its segments ends.
 *
 * @example
 * mountOf([{ prefix: '/v1' }, { prefix: '/v1/oasis' }], '/v1/oasis')?.prefix // => '/v1/oasis'
 */
export function mountOf<M extends { readonly prefix: string }>(mounts: readonly M[], path: string): M | undefined {
  let longest: M | undefined;
  for (const mount of mounts) {
    const covers = path === mount.prefix || path.startsWith(`${mount.prefix}/`);
    if (covers && (!longest || mount.prefix.length > longest.prefix.length)) longest = mount;
  }
  return longest;
}
