/** A request target, split but not decoded: routes match the path as it was written, so it has one spelling. */
export interface Target {
  readonly path: string;
  /** The query string without `?`. */
  readonly query: string;
  /** The authority of the absolute form (`GET http://host/path`), which then replaces the Host header. */
  readonly authority?: string;
}

/**
 * Splits a request target by hand. `new URL(target, base)` would take `//host/path` for another host, and would resolve
 * `..`.
 *
 * @returns undefined for anything but the origin form, the absolute form of http(s), and `*`
 * @see RFC 9112, section 3.2
 * @example
 * splitTarget('/v1/regions?x=1')?.query // => 'x=1'
 */
export function splitTarget(target: string): Target | undefined {
  if (target === '*') return { path: '*', query: '' };
  const absolute = /^https?:\/\/([^/?#@\\]+)([/?].*)?$/i.exec(target);
  const local = absolute ? (absolute[2] ?? '') : target;
  if (/[\x00-\x20\x7f#]/.test(local)) return undefined;

  const mark = local.indexOf('?');
  const path = mark < 0 ? local : local.slice(0, mark);
  const query = mark < 0 ? '' : local.slice(mark + 1);
  if (absolute) return { path: path === '' ? '/' : path, query, authority: absolute[1]!.toLowerCase() };
  return path.startsWith('/') ? { path, query } : undefined;
}
