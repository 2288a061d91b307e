import type { VintageStore } from '@loadcast/core';

/** Does `work` unless another process, on any machine that shares the store, does work of the same name; then returns undefined. */
export type WithLeadership = <T>(name: string, work: (signal: AbortSignal) => Promise<T>) => Promise<T | undefined>;

/** Called with the area of a new vintage, or with undefined when any area may have one: news may have been missed. */
export type VintageListener = (areaId: string | undefined) => void;

/** Leadership where only one process may write anyway: no two of a name at the same time. */
export function leadershipInProcess(): WithLeadership {
  const led = new Set<string>();
  return async (name, work) => {
    if (led.has(name)) return undefined;
    led.add(name);
    try {
      return await work(new AbortController().signal);
    } finally {
      led.delete(name);
    }
  };
}

/** A store that notifies listeners of every vintage it keeps. */
export function announced(store: VintageStore): {
  readonly vintages: VintageStore;
  readonly onVintage: (listener: VintageListener) => () => void;
} {
  const listeners = new Set<VintageListener>();
  return {
    vintages: {
      ...store,
      async append(vintage) {
        const isKept = await store.append(vintage);
        if (isKept) for (const listener of listeners) listener(vintage.areaId);
        return isKept;
      },
    },
    onVintage(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
