import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PNPM = join(ROOT, 'tooling/pnpm/node_modules/pnpm/bin/pnpm.cjs');

/** Runs the locked pnpm to its end; its output is in the result. */
export function pnpm(args, cwd = ROOT) {
  return spawnSync(process.execPath, [PNPM, ...args], { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}

/** What it printed as JSON; undefined where it printed something else. */
export function jsonOf({ stdout }) {
  try {
    return JSON.parse(stdout);
  } catch {
    return undefined;
  }
}
