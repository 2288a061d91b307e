import type { RequestScope } from '@loadcast/formats';
import type { SharedWork } from './shared-work.js';

/** Answers that are made and not yet taken by all of their callers, in bytes. */
export class HeldBytes {
  /** Callers who have not taken the answer. */
  readonly #readers = new Map<SharedWork, number>();
  readonly #bytes = new Map<SharedWork, number>();
  readonly #freed: () => void;
  total = 0;

  /** @param freed called when an answer was taken */
  constructor(freed: () => void) {
    this.#freed = freed;
  }

  of(account: string): number {
    let bytes = 0;
    for (const [work, held] of this.#bytes) if (work.account === account) bytes += held;
    return bytes;
  }

  add(work: SharedWork, bytes: number): void {
    if (!this.#readers.has(work)) return; // no connection takes it
    this.#bytes.set(work, bytes);
    this.total += bytes;
  }

  /** A request whose connection will take the answer. */
  readBy(work: SharedWork, scope: RequestScope): void {
    this.#readers.set(work, (this.#readers.get(work) ?? 0) + 1);
    scope.whenClosed(() => this.#taken(work));
  }

  #taken(work: SharedWork): void {
    const left = (this.#readers.get(work) ?? 0) - 1;
    if (left > 0) {
      this.#readers.set(work, left);
      return;
    }
    this.#readers.delete(work);
    this.total -= this.#bytes.get(work) ?? 0;
    if (this.#bytes.delete(work)) this.#freed();
  }
}
