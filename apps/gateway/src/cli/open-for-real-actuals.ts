import { ACTUALS_OF, claimActuals } from '../service/actuals-source.js';
import { openStore, type Store } from '../wiring.js';

/** Opens the store for actuals of real grids; a store that holds a simulated one is refused. */
export async function openForRealActuals(env: Readonly<Record<string, string | undefined>>): Promise<Store> {
  const store = await openStore(env, { role: 'writer' });
  try {
    await claimActuals(store.meta, ACTUALS_OF.eia, store.place);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}
