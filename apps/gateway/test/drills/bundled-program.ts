import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsup';

/** Where the database driver, which cannot be bundled, is found. */
const BESIDE_THE_DRIVER = fileURLToPath(new URL('../../../../packages/storage/node_modules/', import.meta.url));
/** Packages with native code of their own. */
const NOT_BUNDLED = ['@photostructure/sqlite', '@node-rs/argon2', 'pg-native'];

/** A program of one file, as quick and as large as the shipped one: its process has nothing of the test runner's. */
export interface BundledProgram {
  readonly file: string;
  remove(): void;
}

/** Bundles a TypeScript program from source. */
export async function bundleProgram(entry: URL): Promise<BundledProgram> {
  const outDir = mkdtempSync(join(BESIDE_THE_DRIVER, '.program-'));
  await build({
    entry: { program: fileURLToPath(entry) },
    outDir,
    config: false,
    format: 'esm',
    outExtension: () => ({ js: '.mjs' }),
    platform: 'node',
    target: 'node20',
    external: NOT_BUNDLED,
    banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
    esbuildOptions: (options) => {
      options.conditions = ['@loadcast/source'];
    },
    silent: true,
  });
  return { file: join(outDir, 'program.mjs'), remove: () => rmSync(outDir, { recursive: true }) };
}
