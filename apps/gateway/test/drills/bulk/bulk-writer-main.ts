import { setTimeout as sleep } from 'node:timers/promises';
import { CONTRACT_AREAS } from '@loadcast/core';
import { openSqliteStore } from '@loadcast/storage/sqlite';
import { BulkFolderWriter } from '../../../../../packages/service/src/bulk/bulk-folder.js';
import { writeBulkFiles } from '../../../../../packages/service/src/bulk/bulk-pass.js';
import { pass } from '../../../../../packages/service/src/bulk/testing/bulk-world.js';

/** Writes the monthly files of an embedded store into a folder, slowly, so that who kills it finds it in the middle of one. */
export async function run(dataDir: string, folder: string): Promise<void> {
  const { actuals, vintages, close } = await openSqliteStore({ dataDir }, { role: 'control' });
  const deps = { actuals, vintages, pause: () => sleep(1) };
  console.log(
    JSON.stringify(await writeBulkFiles(deps, new BulkFolderWriter(folder), { ...pass, areas: CONTRACT_AREAS })),
  );
  await close();
}
