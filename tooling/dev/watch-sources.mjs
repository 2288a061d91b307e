// Keeps the programs in step with their sources: the gateway's, which has every package in it, and the console's.
import { existsSync, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { buildConsole } from '../../apps/console/build.mjs';
import { buildProgram } from '../../apps/gateway/build.mjs';

/** Between a change and its work: editors write a file more than once. */
const QUIET_MS = 40;
const CONSOLE = 'apps/console';

const buildConsoleQuickly = () => buildConsole({ isQuick: true });

/**
 * @param {string} root
 * @param {{ changed: (what: string, since: number) => Promise<void>, failed: (text: string) => void }} to
 * @returns {{ close: () => Promise<void> }}
 */
export function watchSources(root, { changed, failed }) {
  const pending = new Map();
  let timer;
  let work = Promise.resolve();

  const later = (name, make) => {
    pending.set(name, make);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const since = performance.now();
      const makes = new Set(pending.values());
      const names = [...pending.keys()].join(', ');
      pending.clear();
      // One after another: a gateway that starts is not stopped before it listens.
      work = work
        .then(() => Promise.all([...makes].map((each) => each())))
        .then(() => changed(names, since))
        .catch((error) => failed(error.message));
    }, QUIET_MS);
  };

  const folders = ['packages', 'apps']
    .flatMap((parent) => readdirSync(join(root, parent)).map((name) => `${parent}/${name}`))
    .filter((folder) => existsSync(join(root, folder, 'src')));
  const watchers = folders.map((folder) =>
    watch(join(root, folder, 'src'), { recursive: true }, (_, file) => {
      if (!file || /\.test\.ts$|(^|[\\/])testing[\\/]/.test(file)) return;
      if (folder === CONSOLE) later(CONSOLE, buildConsoleQuickly);
      else if (file.endsWith('.ts') && existsSync(join(root, folder, 'src', file)))
        later(`${folder}/src/${file}`, buildProgram);
    }),
  );
  return {
    async close() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      await work;
    },
  };
}
