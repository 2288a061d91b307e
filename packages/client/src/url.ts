const HAS_COMPACT_TIMES = '/forecast/v1/';

/** The address of a call. Undefined parameters are left out, segments in braces filled in; a Date is written as its endpoint reads it. @throws {TypeError} */
export function urlOf(baseUrl: string, path: string, query: object): string {
  const segments = new Set<string>();
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    segments.add(name);
    return encodeURIComponent(String((query as Record<string, unknown>)[name] ?? ''));
  });
  if (!/^https?:\/\/[^/]/i.test(baseUrl)) throw new TypeError(wrongAddress(baseUrl));
  const url = new URL(baseUrl.replace(/\/+$/, '') + filled);
  const isCompact = path.startsWith(HAS_COMPACT_TIMES);
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || segments.has(name)) continue;
    url.searchParams.set(name, value instanceof Date ? writtenInstant(value, isCompact) : String(value));
  }
  if (isCompact) url.searchParams.set('resultformat', '7');
  return url.href;
}

function wrongAddress(baseUrl: string): string {
  const hint = /^[\w.-]+(:\d+)?\/?$/.test(baseUrl) ? `. Did you mean "https://${baseUrl}"?` : '';
  return `baseUrl: expected an address that begins with https:// or http://; got "${baseUrl}"${hint}`;
}

/** `2026-11-22T08:00:00.000Z`, or `20261122T08:00-0000`. @throws {RangeError} for an invalid Date */
function writtenInstant(date: Date, isCompact: boolean): string {
  const iso = date.toISOString();
  return isCompact ? `${iso.slice(0, 16).replaceAll('-', '')}-0000` : iso;
}
