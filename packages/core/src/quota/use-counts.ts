/**
 * How often each of many names was used. The one used least is found at once, however many there are: under a flood of names
 * one is forgotten for each that comes, and no request waits while thousands are looked through.
 */
export class UseCounts {
  readonly #usesOf = new Map<string, number>();
  /** By uses: the names with so many, those first that have had them longest. None is empty. */
  readonly #names = new Map<number, Set<string>>();
  /** The fewest uses, or fewer: names that were forgotten may have had them. */
  #fewest = 1;

  get size(): number {
    return this.#usesOf.size;
  }

  /** Counts one use of a name. */
  use(name: string): void {
    const uses = this.#usesOf.get(name) ?? 0;
    if (uses > 0) this.#take(name, uses);
    else this.#fewest = 1;
    this.#usesOf.set(name, uses + 1);
    const equal = this.#names.get(uses + 1);
    if (equal) equal.add(name);
    else this.#names.set(uses + 1, new Set([name]));
  }

  forget(name: string): void {
    const uses = this.#usesOf.get(name);
    if (uses === undefined) return;
    this.#usesOf.delete(name);
    this.#take(name, uses);
  }

  /** The name with the fewest uses; of equal ones that which has had them longest. Undefined where there is none. */
  leastUsed(): string | undefined {
    if (this.size === 0) return undefined;
    if (!this.#names.has(this.#fewest)) this.#fewest = Math.min(...this.#names.keys());
    const [name] = this.#names.get(this.#fewest)!;
    return name;
  }

  #take(name: string, uses: number): void {
    const equal = this.#names.get(uses)!;
    equal.delete(name);
    if (equal.size === 0) this.#names.delete(uses);
  }
}
