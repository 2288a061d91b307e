/**
 * The known name most likely meant, for "did you mean ...?": the fewest letters added, dropped, changed or swapped with
 * their neighbor, ignoring case, at most one in three letters of the given name.
 *
 * @returns undefined where nothing is near, or where two names are equally near
 *
 * @example
 * nearestName('horizn', ['region', 'horizon']) // => 'horizon'
 * nearestName('foo', ['region', 'horizon']) // => undefined
 */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  const text = given.toLowerCase();
  const longest = Math.max(1, Math.floor(text.length / 3));
  const near = known
    .filter((name) => Math.abs(name.length - text.length) <= longest)
    .map((name) => ({ name, edits: editsBetween(text, name.toLowerCase(), longest) }))
    .filter(({ edits }) => edits <= longest)
    .sort((a, b) => a.edits - b.edits);
  const [first, second] = near;
  return first && first.edits < (second?.edits ?? Number.POSITIVE_INFINITY) ? first.name : undefined;
}

/** Optimal string alignment distance, by rows of its table. Infinite once a row shows that it is more than `most`. */
function editsBetween(from: string, to: string, most: number): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      next[column] = Math.min(
        last[column]! + 1,
        next[column - 1]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
        isSwap ? before[column - 2]! + 1 : Number.POSITIVE_INFINITY,
      );
    }
    if (Math.min(...next) > most) return Number.POSITIVE_INFINITY;
    [before, last] = [last, next];
  }
  return last[to.length]!;
}
