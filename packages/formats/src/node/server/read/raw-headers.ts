/**
 * Whether a name is among headers listed as name and value in turn.
 *
 * @param name in lower case
 */
export function hasHeader(raw: readonly string[], name: string): boolean {
  for (let i = 0; i < raw.length; i += 2) {
    if (raw[i]!.length === name.length && raw[i]!.toLowerCase() === name) return true;
  }
  return false;
}
