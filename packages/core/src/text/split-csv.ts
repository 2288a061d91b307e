/**
 * The fields of a line of CSV (RFC 4180), without quotes and without blanks around them.
 *
 * @returns undefined where a quote is not closed
 * @example
 * splitCsv('"a, ""b""", c ') // => ['a, "b"', 'c']
 */
export function splitCsv(line: string, separator = ','): string[] | undefined {
  if (!line.includes('"')) return line.split(separator).map((field) => field.trim());
  const fields: string[] = [];
  let [field, isQuoted] = ['', false];
  for (let at = 0; at < line.length; at++) {
    const char = line[at]!;
    if (char === '"' && isQuoted && line[at + 1] === '"') field += line[++at];
    else if (char === '"') isQuoted = !isQuoted;
    else if (char === separator && !isQuoted) {
      fields.push(field.trim());
      field = '';
    } else field += char;
  }
  return isQuoted ? undefined : [...fields, field.trim()];
}
