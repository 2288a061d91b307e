import type { Store } from '../wiring/store.js';

const FACT = 'weather_history_refused';

/** Why the provider gives no past forecasts; undefined when it gives them, or was not asked. */
export async function historyRefusal(meta: Store['meta']): Promise<string | undefined> {
  return (await meta.get(FACT)) || undefined;
}

/** Keeps in the store why there are no past forecasts, for `doctor`. Writes only what changed. */
export function noteHistory(meta: Store['meta']): (refusal: string | undefined) => Promise<void> {
  return async (refusal) => {
    if (refusal !== (await historyRefusal(meta))) await meta.set(FACT, refusal ?? '');
  };
}
