import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { killPrograms, type StartedProgram, startProgram } from '../started-program.js';

const APPS = fileURLToPath(new URL('../../../../apps/', import.meta.url));

let program: StartedProgram;
// Node's watcher may stop looking after some restarts, so each test has a program of its own.
beforeEach(async () => {
  program = await startProgram(['dev']);
});
afterEach(async () => {
  if (program?.process.exitCode === null) await program.end('SIGTERM'); // its children end with it
  await killPrograms();
  if (program) rmSync(program.dataDir, { recursive: true, force: true });
});

/** Addresses that it listened on, one a start. */
const addresses = (): string[] => [...program.output().matchAll(/listening on (\S+)/g)].map(([, url]) => url!);

/** How many starts have their forecasts: the watcher looks for files by then. */
const readyCount = (): number => [...program.output().matchAll(/^\s*Ready: /gm)].length;

/** Saves a file again as an editor does. */
function save(path: string): void {
  const { atime } = statSync(APPS + path);
  utimesSync(APPS + path, atime, new Date());
}

test.each([
  { name: 'a file of the gateway', source: 'gateway/src/http/pages.ts', built: 'gateway/dist/bin/loadcast.js' },
  {
    name: 'a file of a package',
    source: '../packages/core/src/errors/service-error.ts',
    built: 'gateway/dist/bin/loadcast.js',
  },
  { name: 'a style of the console', source: 'console/src/style/print.css', built: 'console/dist/server.js' },
])('when $name is saved, it is built again, and pages are served again', async ({ source, built }) => {
  const before = readFileSync(APPS + built, 'utf8');
  const starts = addresses().length;
  try {
    writeFileSync(APPS + built, 'throw new Error("not built again");');
    const isRestarted = () => addresses().length > starts;
    // Node's watcher misses a file that is saved while it starts a process: whoever works on it saves it again.
    for (let saves = 0; saves < 10 && !isRestarted(); saves++) {
      save(source);
      await vi.waitUntil(isRestarted, { timeout: 60_000, interval: 50 }).catch(() => undefined);
    }
    expect(isRestarted()).toBe(true);
    // A file that was saved twice may start it twice: the last start is the one that answers.
    await vi.waitFor(
      async () => {
        expect(readyCount()).toBe(addresses().length);
        expect((await fetch(addresses().at(-1)!, { headers: { accept: 'text/html' } })).status).toBe(200);
      },
      { timeout: 300_000, interval: 50 },
    );
    expect(readFileSync(APPS + built, 'utf8')).not.toContain('not built again');
  } finally {
    writeFileSync(APPS + built, before);
  }
});

test('the console that is built has each asset once, and compressed', () => {
  const assets = readdirSync(`${APPS}console/dist/assets`);
  expect(assets.map((name) => name.replace(/-\w{8}/, '')).sort()).toEqual(
    ['css', 'css.br', 'css.gz', 'js', 'js.br', 'js.gz'].map((end) => `console.${end}`),
  );
});

test('a signal ends all of it', async () => {
  expect((await program.end('SIGTERM')).status).toBe(0);
  await expect(fetch(addresses().at(-1)!)).rejects.toThrow();
});
