// Keeps `dist` of every package in step with its source: a file is made anew by itself, the console's two programs as a whole.
import { existsSync, mkdirSync, readdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transform } from 'esbuild';
import { buildConsole } from '../../apps/console/build.mjs';

/** Between a change and its work: editors write a file more than once. */
const QUIET_MS = 40;
/** Its programs are bundles. */
const CONSOLE = 'apps/console';

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
      const makes = [...pending.values()];
      const names = [...pending.keys()].join(', ');
      pending.clear();
      // One after another: a gateway that starts is not stopped before it listens.
      work = work
        .then(() => Promise.all(makes.map((each) => each())))
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
      if (folder === CONSOLE) later(CONSOLE, () => buildConsole({ isQuick: true }));
      else if (file.endsWith('.ts') && existsSync(join(root, folder, 'src', file)))
        later(`${folder}/src/${file}`, () => make(root, folder, file));
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

/** Writes the JavaScript of one source file where the build writes it. */
async function make(root, folder, file) {
  const source = join(root, folder, 'src', file);
  const target = join(root, folder, 'dist', file.replace(/\.ts$/, '.js'));
  const options = { loader: 'ts', target: 'node20', sourcemap: 'inline', sourcefile: source };
  const { code } = await transform(readFileSync(source, 'utf8'), options);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, code);
}
