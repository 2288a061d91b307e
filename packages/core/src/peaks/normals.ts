/** The standard normal quantile of 0.9. */
export const Z90 = 1.2815515655446004;

/** Standard normal numbers of a seed, two by two. @see Box & Muller 1958, doi:10.1214/aoms/1177706645 */
export function normals(seed: number): () => number {
  const random = mulberry32(seed);
  // One-element array: a variable that a closure keeps would allocate an object for each number.
  const spare = new Float64Array(1);
  let hasSpare = false;
  return () => {
    hasSpare = !hasSpare;
    if (!hasSpare) return spare[0]!;
    const size = Math.sqrt(-2 * Math.log(1 - random()));
    const turn = 2 * Math.PI * random();
    spare[0] = size * Math.sin(turn);
    return size * Math.cos(turn);
  };
}

/** A small deterministic generator of numbers in [0, 1). @see Tommy Ettinger's mulberry32, public domain */
export function mulberry32(seed: number): () => number {
  const states = Int32Array.of(seed);
  return () => {
    const state = (states[0]! + 0x6d2b79f5) | 0;
    states[0] = state;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The seed of a text: FNV-1a. @see http://www.isthe.com/chongo/tech/comp/fnv/ */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash | 0;
}
