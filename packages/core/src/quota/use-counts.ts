/** A name, between those beside it that were used as often. */
interface Node {
  readonly name: string;
  uses: number;
  before: Node | undefined;
  after: Node | undefined;
}

/** The names with one number of uses: the first has had it longest. None is empty. */
interface Line {
  first: Node;
  last: Node;
}

/**
 * How often each of many names was used. The least used name is found at once, however many there are: under a flood of
 * names each new one replaces another, and no request waits for a search through thousands. Names are in lines that are
 * linked, since the first of a `Set` is found by passing all that were deleted before it.
 */
export class UseCounts {
  readonly #nodes = new Map<string, Node>();
  readonly #lines = new Map<number, Line>();
  /** The fewest uses, or fewer: names that were forgotten may have had them. */
  #fewest = 1;

  get size(): number {
    return this.#nodes.size;
  }

  use(name: string): void {
    const known = this.#nodes.get(name);
    if (known) {
      this.#leave(known);
      known.uses += 1;
      this.#join(known);
    } else {
      const node = { name, uses: 1, before: undefined, after: undefined };
      this.#nodes.set(name, node);
      this.#fewest = 1;
      this.#join(node);
    }
  }

  forget(name: string): void {
    const node = this.#nodes.get(name);
    if (!node) return;
    this.#nodes.delete(name);
    this.#leave(node);
  }

  /** The name with the fewest uses; of equal ones that which has had them longest. Undefined where there is none. */
  leastUsed(): string | undefined {
    if (this.size === 0) return undefined;
    if (!this.#lines.has(this.#fewest)) this.#fewest = Math.min(...this.#lines.keys());
    return this.#lines.get(this.#fewest)!.first.name;
  }

  #join(node: Node): void {
    const line = this.#lines.get(node.uses);
    node.before = line?.last;
    node.after = undefined;
    if (line) {
      line.last.after = node;
      line.last = node;
    } else this.#lines.set(node.uses, { first: node, last: node });
  }

  #leave({ uses, before, after }: Node): void {
    if (before) before.after = after;
    if (after) after.before = before;
    const line = this.#lines.get(uses)!;
    if (!before && !after) this.#lines.delete(uses);
    else if (!before) line.first = after!;
    else if (!after) line.last = before;
  }
}
