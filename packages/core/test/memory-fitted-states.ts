import type { FittedStates, StateShelf } from '../src/forecast/fitted-states.js';

/** Fitted states in memory, cloned as files would be, with counts of reads and writes. */
export interface MemoryFittedStates extends FittedStates {
  readonly written: string[];
  /** Names whose state was there when it was read. */
  readonly found: string[];
  /** The same states on shelves of their own. */
  copy(): MemoryFittedStates;
}

export function memoryFittedStates(
  areaStates: ReadonlyMap<string, unknown> = new Map(),
  modelsStates: ReadonlyMap<string, unknown> = new Map(),
  writtenBefore: readonly string[] = [],
): MemoryFittedStates {
  const written = [...writtenBefore];
  const found: string[] = [];
  function shelf<State>(states: Map<string, unknown>): StateShelf<State> {
    return {
      read(name) {
        const state = states.get(name);
        if (state !== undefined) found.push(name);
        return structuredClone(state) as State | undefined;
      },
      write(name, state) {
        written.push(name);
        states.set(name, structuredClone(state));
      },
    };
  }
  const [areas, models] = [new Map(areaStates), new Map(modelsStates)];
  return {
    areas: shelf(areas),
    models: shelf(models),
    written,
    found,
    copy: () => memoryFittedStates(areas, models, written),
  };
}
