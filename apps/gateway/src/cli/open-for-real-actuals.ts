import { ACTUALS_OF, claimActuals, refuseOtherActuals, type Store } from '@loadcast/service';
import { openStore } from './configured-store.js';

/**
 * Opens the store for actuals of real grids; a store that holds a simulated one is refused.
 *
 * The store is marked as one of real grids by the first write: a run that stores nothing changes nothing.
 */
export async function openForRealActuals(env: Readonly<Record<string, string | undefined>>): Promise<Store> {
  const store = await openStore(env, { role: 'writer' });
  try {
    await refuseOtherActuals(store.meta, ACTUALS_OF.eia, store.place);
  } catch (error) {
    await store.close();
    throw error;
  }
  const { actuals } = store;
  return {
    ...store,
    actuals: {
      ...actuals,
      async append(batch) {
        if (batch.blocks.length > 0) await claimActuals(store.meta, ACTUALS_OF.eia, store.place);
        await actuals.append(batch);
      },
    },
  };
}
