/** A number in [0, 1) that depends on its arguments alone. Integers only. */
export function uniform(seed: number, stream: number, step: number): number {
  let h = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(stream + 0x7f4a7c15, 0xc2b2ae35);
  h ^= Math.imul(step | 0, 0x27d4eb2f);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return ((h ^ (h >>> 15)) >>> 0) / 4_294_967_296;
}

/** Mean 0, standard deviation 1, between about -2.4 and 2.4. */
export function bell(seed: number, stream: number, step: number): number {
  return (uniform(seed, stream, 2 * step) + uniform(seed, stream, 2 * step + 1) - 1) * Math.sqrt(6);
}

/**
 * A smooth random curve: `bell` at every multiple of `scale`, eased in between. Mean 0, deviation a little below 1.
 *
 * @param at position, in the unit of `scale`
 */
export function smooth(seed: number, stream: number, at: number, scale: number): number {
  const position = at / scale;
  const step = Math.floor(position);
  const part = position - step;
  const ease = part * part * (3 - 2 * part);
  return bell(seed, stream, step) * (1 - ease) + bell(seed, stream, step + 1) * ease;
}
