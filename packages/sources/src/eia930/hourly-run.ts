import { HOUR_MS } from '@loadcast/core';

/** The outcome of storing a value: first of its hour, equal to the existing one, or in conflict with it. */
export type Put = 'first' | 'same' | 'conflict';

const FIRST_ROOM = 4_600; // half a year of hours

/** Hourly values that arrive one at a time, in any order. Hours count from 1970. */
export class HourlyRun {
  #values = new Float64Array(0);
  #firstHour = 0;
  #endHour = 0;
  #base = 0;
  hasValue = false;

  /** Puts a value; NaN only stretches the run over its hour. The last of several values stands. */
  put(hour: number, valueMw: number): Put {
    this.#reach(hour);
    if (Number.isNaN(valueMw)) return 'same';
    this.hasValue = true;
    const at = hour - this.#base;
    const standing = this.#values[at]!;
    this.#values[at] = valueMw;
    return Number.isNaN(standing) ? 'first' : standing === valueMw ? 'same' : 'conflict';
  }

  read(): { start: number; valuesMw: Float64Array } {
    const valuesMw = this.#values.slice(this.#firstHour - this.#base, this.#endHour - this.#base);
    return { start: this.#firstHour * HOUR_MS, valuesMw };
  }

  #reach(hour: number): void {
    if (hour >= this.#firstHour && hour < this.#endHour) return;
    const isEmpty = this.#firstHour === this.#endHour;
    const first = isEmpty ? hour : Math.min(hour, this.#firstHour);
    const end = isEmpty ? hour + 1 : Math.max(hour + 1, this.#endHour);
    if (isEmpty || first < this.#base || end - this.#base > this.#values.length) this.#grow(first, end);
    this.#firstHour = first;
    this.#endHour = end;
  }

  /** Twice the room, spare on the side to which the run grew. */
  #grow(first: number, end: number): void {
    const values = new Float64Array(Math.max(FIRST_ROOM, 2 * (end - first))).fill(Number.NaN);
    const kept = this.#values.subarray(this.#firstHour - this.#base, this.#endHour - this.#base);
    const grewDown = kept.length > 0 && first < this.#firstHour;
    const base = grewDown ? end - values.length : first;
    if (kept.length > 0) values.set(kept, this.#firstHour - base);
    this.#values = values;
    this.#base = base;
  }
}
