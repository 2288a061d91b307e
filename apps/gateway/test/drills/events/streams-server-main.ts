import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startGateway } from '../../../src/compose.js';

/** The file in the data folder that has the address of the gateway. */
export const ADDRESS_FILE = 'address';

/** Makes the process collect its garbage: memory measured then is in use. */
export const COLLECT_SIGNAL = 'SIGUSR2';

/** Serves a folder until it is killed. */
export async function run(dataDir: string): Promise<void> {
  const env = { LOADCAST_DATA_DIR: dataDir, PORT: '0', ADMIN_PORT: '0', SOURCE: 'none', LOG_LEVEL: 'silent' };
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  process.on(COLLECT_SIGNAL, () => collect());
  const { url } = await startGateway({ env });
  writeFileSync(join(dataDir, ADDRESS_FILE), url);
  console.log('serving');
  await new Promise(() => undefined);
}
