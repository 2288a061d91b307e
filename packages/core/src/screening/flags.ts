/** The code of each flag in the array that `screen` returns. */
export const FLAG = {
  good: 0,
  missing: 1,
  zero: 2,
  negative: 3,
  frozen: 4,
  spike: 5,
  unit_slip: 6,
  jump: 7,
} as const;

export type ScreenFlag = keyof typeof FLAG;

/** What screening can say of an hour, in the order of its codes: `flags[i]` is an index into this list. */
export const SCREEN_FLAGS = Object.keys(FLAG) as readonly ScreenFlag[];

/**
 * How many hours carry each flag.
 *
 * @param flags codes as `screen` returns them
 * @example
 * countFlags(Uint8Array.of(0, 0, 4)).frozen // => 1
 */
export function countFlags(flags: Uint8Array): Record<ScreenFlag, number> {
  const counts = SCREEN_FLAGS.map(() => 0);
  for (const code of flags) counts[code]!++;
  const entries = SCREEN_FLAGS.map((flag, code) => [flag, counts[code]!] as const);
  return Object.fromEntries(entries) as Record<ScreenFlag, number>;
}
