import { startGateway } from '../../../apps/gateway/src/compose.js';

/** Serves a folder until it is killed; prints its address. */
export async function run(dataDir: string): Promise<void> {
  const env = { LOADCAST_DATA_DIR: dataDir, PORT: '0', ADMIN_PORT: '0', SOURCE: 'none', LOG_LEVEL: 'silent' };
  const { url } = await startGateway({ env });
  console.log(url);
  await new Promise(() => undefined);
}
