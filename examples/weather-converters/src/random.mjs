/**
 * Numbers of the standard normal distribution, the same for the same words: mulberry32 and the Box-Muller transform.
 *
 * @param {string} words seeds the generator
 * @returns {() => number}
 */
export function normalNumbers(words) {
  let state = hashOf(words);
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}

/** FNV-1a. @param {string} words */
function hashOf(words) {
  let hash = 0x811c9dc5;
  for (let at = 0; at < words.length; at++) hash = Math.imul(hash ^ words.charCodeAt(at), 0x01000193);
  return hash;
}
