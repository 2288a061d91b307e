import { ConfigError } from '@loadcast/observe';
import type { Store } from './store.js';

/** Whose load a store holds: live, recorded and moved in time, or made up. They are never mixed in one store. */
export const ACTUALS_OF = { eia: 'eia', recorded: 'recorded', simulated: 'simulated' } as const;
export type ActualsOf = keyof typeof ACTUALS_OF;

const FACT = 'actuals_of';

export async function actualsOf(meta: Pick<Store['meta'], 'get'>): Promise<ActualsOf | undefined> {
  const stored = await meta.get(FACT);
  return Object.values(ACTUALS_OF).find((each) => each === stored);
}

/** Whether it is not the load of the present: past gates are played, and nothing else is followed. */
export function isDemoGrid(held: ActualsOf | undefined): held is 'recorded' | 'simulated' {
  return held === 'recorded' || held === 'simulated';
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
  recorded: 'recorded load, re-dated',
  simulated: 'a simulated grid',
};

export type FollowedSource = ActualsOf | 'none';

export interface SourceSettings {
  readonly SOURCE?: FollowedSource | undefined;
  readonly EIA_API_KEY?: string | undefined;
}

/** What to follow: as configured, else the EIA with a key, recorded load on an empty store, or nothing. */
export function chooseSource(config: SourceSettings, held: ActualsOf | undefined): FollowedSource {
  if (config.SOURCE) return config.SOURCE;
  if (isDemoGrid(held)) return held;
  if (config.EIA_API_KEY !== undefined) return 'eia';
  return held === undefined ? 'recorded' : 'none';
}
