import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '@loadcast/core';
import type { AreaState, FittedStates, ModelsState } from '@loadcast/core/forecast';
import { type FitTable, shareStates } from './shared-states.js';
import { openStateFiles } from './state-files.js';

/** The folder of fitted states inside a data folder. It holds nothing that cannot be fitted again. */
export const FITTED_FOLDER = 'fitted';

/** Days after which a state that nothing has written again is of a month that has passed, or of an area that is gone. */
const KEPT_DAYS = 40;

/** A machine that shares its fits keeps so many bytes of them, enough for 150 areas. */
const BUDGET_BYTES = 2e9;
const SWEPT_SHARE = 0.9;

export interface FittedStatesOptions {
  readonly dataDir: string;
  /** Changes when the code, or its platform, may give other bits: states of another version are not read. */
  readonly version: string;
  /** Epoch ms. */
  readonly now: number;
  /** Where the fits of all machines are; without it there is one machine. */
  readonly table?: FitTable | undefined;
  /** Most bytes of files beside a table: the files used longest ago are removed. */
  readonly budgetBytes?: number;
}

/**
 * Fitted states in files, one a name: derived data, so they are in no backup.
 *
 * A file is written beside its place and renamed, and is read only if its checksum holds and it was written by this version
 * of the code. A damaged, torn or foreign file is no state; a file that cannot be written is written another time. Files that
 * were not written for 40 days are removed here.
 */
export function openFittedStates(options: FittedStatesOptions): FittedStates {
  const { dataDir, version, now, table, budgetBytes = BUDGET_BYTES } = options;
  const [areas, models] = [join(dataDir, FITTED_FOLDER, 'areas'), join(dataDir, FITTED_FOLDER, 'models')];
  const limits = { before: now - KEPT_DAYS * DAY_MS, budgetBytes: table ? budgetBytes : Number.POSITIVE_INFINITY };
  let bytes = sweep([areas, models], limits);
  const files = {
    areas: openStateFiles<AreaState>(areas, version),
    models: openStateFiles<ModelsState>(models, version),
  };
  /** Looks at thousands of files, so not at each that comes: down to a share of the budget once it is exceeded. */
  const onKept = (added: number): void => {
    bytes += added;
    if (bytes > budgetBytes) bytes = sweep([areas, models], { ...limits, budgetBytes: SWEPT_SHARE * budgetBytes });
  };
  return table ? shareStates(files, { table, version, onKept }) : files;
}

/**
 * Removes files written before an instant, and above a budget those used longest ago; makes folders that are not there.
 *
 * @returns bytes that are left
 */
function sweep(folders: readonly string[], { before, budgetBytes }: { before: number; budgetBytes: number }): number {
  let left = 0;
  try {
    for (const folder of folders) mkdirSync(folder, { recursive: true, mode: 0o700 });
    const paths = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
    const files = paths.map((path) => ({ path, ...statSync(path) })).sort((a, b) => b.atimeMs - a.atimeMs);
    for (const { path, size, mtimeMs } of files) {
      if (mtimeMs < before || left + size > budgetBytes) rmSync(path, { force: true });
      else left += size;
    }
  } catch {
    // A disk that refuses this also refuses the states: everything is fitted.
  }
  return left;
}
