const FORMATS: readonly { readonly starts: readonly number[]; readonly words: string }[] = [
  {
    starts: [0x50, 0x4b, 3, 4],
    words: 'this is a ZIP archive or an Excel workbook: unpack it first, or save it as CSV',
  },
  { starts: [0xd0, 0xcf, 0x11, 0xe0], words: 'this is an Excel workbook: save it as CSV' },
  { starts: [0xff, 0xfe], words: 'this is text in UTF-16: save it as CSV in UTF-8' },
  { starts: [0xfe, 0xff], words: 'this is text in UTF-16: save it as CSV in UTF-8' },
  { starts: [0x50, 0x41, 0x52, 0x31], words: 'this is a Parquet file: save it as CSV' },
];

/**
 * Why bytes are no CSV, by the first of them.
 *
 * @returns undefined where they may be
 * @example
 * foreignFormat(Uint8Array.of(0xff, 0xfe)) // => 'this is text in UTF-16: save it as CSV in UTF-8'
 */
export function foreignFormat(bytes: Uint8Array): string | undefined {
  return FORMATS.find(({ starts }) => starts.every((byte, at) => bytes[at] === byte))?.words;
}

/**
 * What parts the columns of a header in the place of commas, as words; undefined where commas do, or nothing.
 *
 * @example
 * foreignSeparator('area;valid_at') // => 'the columns are separated by ; instead of commas'
 */
export function foreignSeparator(header: string): string | undefined {
  const separator = header.includes(',') ? undefined : /[;\t|]/.exec(header)?.[0];
  const name = separator === '\t' ? 'tabs' : separator;
  return name && `the columns are separated by ${name} instead of commas`;
}
