import type { EpochMs } from '@loadcast/core';
import type { FittedStates } from '@loadcast/core/forecast';
import { openFittedStates } from '@loadcast/storage/fitted-states';
import { codeVersion } from './code-version.js';
import type { StoreSettings } from './store.js';

/** The folder of fits that outlast the process: in the data folder, for any store, because fits belong to this machine. */
export function openFits(
  { LOADCAST_DATA_DIR: dataDir }: Pick<StoreSettings, 'LOADCAST_DATA_DIR'>,
  now: EpochMs,
): FittedStates {
  return openFittedStates({ dataDir, version: codeVersion(), now });
}
