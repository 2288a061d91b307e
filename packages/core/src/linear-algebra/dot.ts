/** Inner product of `length` values of each array. Four sums at once: they do not wait for one another. */
export function dot(a: Float64Array, atA: number, b: Float64Array, atB: number, length: number): number {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let i = 0;
  for (; i + 4 <= length; i += 4) {
    s0 += a[atA + i]! * b[atB + i]!;
    s1 += a[atA + i + 1]! * b[atB + i + 1]!;
    s2 += a[atA + i + 2]! * b[atB + i + 2]!;
    s3 += a[atA + i + 3]! * b[atB + i + 3]!;
  }
  for (; i < length; i++) s0 += a[atA + i]! * b[atB + i]!;
  return s0 + s1 + (s2 + s3);
}
