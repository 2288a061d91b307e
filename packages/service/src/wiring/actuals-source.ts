import { ConfigError } from '@loadcast/observe';
import type { Store } from './store.js';

/** Whose load a store holds. Real and simulated load are never mixed in one store. */
export const ACTUALS_OF = { eia: 'eia', simulated: 'simulated' } as const;
export type ActualsOf = keyof typeof ACTUALS_OF;

const FACT = 'actuals_of';

export async function actualsOf(meta: Pick<Store['meta'], 'get'>): Promise<ActualsOf | undefined> {
  const stored = await meta.get(FACT);
  return stored === 'eia' || stored === 'simulated' ? stored : undefined;
}

/**
 * Marks whose load a store holds from now on.
 *
 * @throws {ConfigError} it holds the other kind
 */
export async function claimActuals(meta: Store['meta'], wanted: ActualsOf, place: string): Promise<void> {
  await refuseOtherActuals(meta, wanted, place);
  if ((await actualsOf(meta)) === undefined) await meta.set(FACT, wanted);
}

/** @throws {ConfigError} a store holds load of the other kind */
export async function refuseOtherActuals(meta: Store['meta'], wanted: ActualsOf, place: string): Promise<void> {
  const held = await actualsOf(meta);
  if (held === undefined || held === wanted) return;
  throw new ConfigError(`${place} holds ${LABEL[held]}, not ${LABEL[wanted]}: set LOADCAST_DATA_DIR to another folder`);
}

const LABEL: Readonly<Record<ActualsOf, string>> = {
  eia: 'the load of real grids',
  simulated: 'a simulated grid',
};

/** The configured source. */
export interface SourceSettings {
  readonly SOURCE?: 'eia' | 'simulated' | 'none' | undefined;
  readonly EIA_API_KEY?: string | undefined;
}

/** What to follow: as configured, else the EIA with a key, the simulated grid on an empty store, or nothing. */
export function chooseSource(config: SourceSettings, held: ActualsOf | undefined): 'eia' | 'simulated' | 'none' {
  if (config.SOURCE) return config.SOURCE;
  if (held === 'simulated') return 'simulated';
  if (config.EIA_API_KEY !== undefined) return 'eia';
  return held === undefined ? 'simulated' : 'none';
}
