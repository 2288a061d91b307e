import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '@loadcast/core';
import type { FittedStates, StateShelf } from '@loadcast/core/forecast';
import { openStateFiles } from './state-files.js';

/** The folder of fitted states inside a data folder. It holds nothing that cannot be fitted again. */
export const FITTED_FOLDER = 'fitted';

/** Days after which a state that nothing has written again is of a month that has passed, or of an area that is gone. */
const KEPT_DAYS = 40;

export interface FittedStatesOptions {
  readonly dataDir: string;
  /** Changes when the code, or its platform, may give other bits: states of another version are not read. */
  readonly version: string;
  /** Epoch ms. */
  readonly now: number;
}

/**
 * Fitted states in files, one a name: derived data of one machine, so they are neither in the store nor in its backups.
 *
 * A file is written beside its place and renamed, and is read only if its checksum holds and it was written by this version
 * of the code. A damaged, torn or foreign file is no state; a file that cannot be written is written another time. Files that
 * were not written for 40 days are removed here.
 */
export function openFittedStates({ dataDir, version, now }: FittedStatesOptions): FittedStates {
  const folder = join(dataDir, FITTED_FOLDER);
  const shelf = <State>(name: string): StateShelf<State> => {
    const path = join(folder, name);
    sweep(path, now - KEPT_DAYS * DAY_MS);
    return openStateFiles<State>(path, version);
  };
  return { areas: shelf('areas'), models: shelf('models') };
}

/** Removes files written before an instant; with it what other processes left half-written. A folder that is not there is made. */
function sweep(folder: string, before: number): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder)) {
      const file = join(folder, name);
      if (statSync(file).mtimeMs < before) rmSync(file, { force: true });
    }
  } catch {
    // A disk that refuses this also refuses the states: everything is fitted.
  }
}
