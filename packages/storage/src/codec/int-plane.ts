/*
 * Neighboring hours differ little, so differences are small numbers, and their high bytes mostly zero. Storing all
 * lowest bytes first, then the next, puts those zeros side by side, where deflate takes them for almost nothing.
 */

/** 32-bit integers as differences, sign folded into the lowest bit, one plane of bytes after the other. */
export function toPlanes(values: Int32Array): Uint8Array {
  const count = values.length;
  const planes = new Uint8Array(count * 4);
  let previous = 0;
  for (let i = 0; i < count; i++) {
    const delta = (values[i]! - previous) | 0;
    previous = values[i]!;
    const folded = (delta << 1) ^ (delta >> 31);
    planes[i] = folded;
    planes[i + count] = folded >>> 8;
    planes[i + 2 * count] = folded >>> 16;
    planes[i + 3 * count] = folded >>> 24;
  }
  return planes;
}

export function fromPlanes(planes: Uint8Array): Int32Array {
  const count = planes.length / 4;
  const values = new Int32Array(count);
  const [lowest, second, third, highest] = [0, 1, 2, 3].map((plane) =>
    planes.subarray(plane * count, (plane + 1) * count),
  ) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
  let previous = 0;
  for (let i = 0; i < count; i++) {
    const folded = lowest[i]! | (second[i]! << 8) | (third[i]! << 16) | (highest[i]! << 24);
    previous = (previous + ((folded >>> 1) ^ -(folded & 1))) | 0;
    values[i] = previous;
  }
  return values;
}
