import type { FittedStates, StateShelf } from '../src/forecast/fitted-states.js';

/** Fitted states in memory, cloned as files would be, with counts of reads and writes. */
export interface MemoryFittedStates extends FittedStates {
  readonly written: string[];
  /** Names whose state was there when it was read. */
  readonly found: string[];
}

export function memoryFittedStates(): MemoryFittedStates {
  const written: string[] = [];
  const found: string[] = [];
  function shelf<State>(): StateShelf<State> {
    const states = new Map<string, State>();
    return {
      read(name) {
        const state = states.get(name);
        if (state !== undefined) found.push(name);
        return structuredClone(state);
      },
      write(name, state) {
        written.push(name);
        states.set(name, structuredClone(state));
      },
    };
  }
  return { areas: shelf(), models: shelf(), written, found };
}
