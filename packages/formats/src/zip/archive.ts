import type { LocalDateTime } from '@loadcast/core/time';

/** A moment on the clock that the archive's reader sees, to two seconds. */
export interface ZipTime extends Omit<LocalDateTime, 'weekday'> {
  readonly second: number;
}

export interface ZipMember {
  /** ASCII. Must hold no text of a caller: readers use it as a path. */
  readonly name: string;
  readonly modified: ZipTime;
  readonly deflated: Uint8Array;
  readonly size: number;
  readonly crc: number;
}

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_CENTRAL = 0x06054b50;
const VERSION = 20;
const DEFLATED = 8;

/** Little-endian fields: their value, and their width in bytes. */
type ZipField = readonly [value: number, width: 2 | 4];

/** A ZIP archive. Sizes are in the local headers too, for readers that do not use the directory. */
export function zipArchive(members: readonly ZipMember[]): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const member of members) {
    const name = new TextEncoder().encode(member.name);
    const local = [fields([LOCAL_HEADER, 4], ...buildFields(member, name)), name, member.deflated];
    const external: ZipField[] = [0, 0, 0].map((value) => [value, 2]);
    directory.push(
      fields([CENTRAL_HEADER, 4], [VERSION, 2], ...buildFields(member, name), ...external, [0, 4], [offset, 4]),
      name,
    );
    parts.push(...local);
    offset += lengthOf(local);
  }
  const [count, length]: ZipField[] = [
    [members.length, 2],
    [lengthOf(directory), 4],
  ];
  const end = fields([END_OF_CENTRAL, 4], [0, 2], [0, 2], count!, count!, length!, [offset, 4], [0, 2]);
  return joined([...parts, ...directory, end]);
}

/** What the local header and the directory both say. */
function buildFields({ modified, deflated, size, crc }: ZipMember, name: Uint8Array): ZipField[] {
  const { year, month, day, hour, minute, second } = modified;
  return [
    [VERSION, 2],
    [0, 2],
    [DEFLATED, 2],
    [(hour << 11) | (minute << 5) | (second >> 1), 2],
    [((year - 1980) << 9) | (month << 5) | day, 2],
    [crc, 4],
    [deflated.length, 4],
    [size, 4],
    [name.length, 2],
    [0, 2],
  ];
}

function fields(...given: readonly ZipField[]): Uint8Array {
  const bytes = new Uint8Array(given.reduce((sum, [, width]) => sum + width, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [value, width] of given) {
    if (width === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += width;
  }
  return bytes;
}

const lengthOf = (parts: readonly Uint8Array[]): number => parts.reduce((sum, { length }) => sum + length, 0);

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(lengthOf(parts));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
