import { watchBudget } from './budget-use.js';
import { CACHES, type CacheName } from './caches.data.js';

/** It is outside the class, whose instances it would keep for ever. */
const sizeOf = ({ size }: ReadonlyMap<unknown, unknown>): number => size;

/** A map that never holds more entries than its budget allows: the one that was added first gives way. */
export class BudgetMap<K, V> extends Map<K, V> {
  readonly #bound: number;

  constructor(cache: CacheName, bound: number = CACHES[cache].bound) {
    super();
    this.#bound = bound;
    watchBudget(cache, this, sizeOf, bound);
  }

  override set(key: K, value: V): this {
    if (this.size >= this.#bound && !this.has(key)) for (const oldest of this.keys()) if (this.delete(oldest)) break;
    return super.set(key, value);
  }
}
