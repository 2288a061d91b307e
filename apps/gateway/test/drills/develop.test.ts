import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { killPrograms, type StartedProgram, startProgram } from '../started-program.js';

const APPS = fileURLToPath(new URL('../../../../apps/', import.meta.url));

let program: StartedProgram;
beforeAll(async () => {
  program = await startProgram(['dev']);
});
afterAll(async () => {
  await killPrograms();
  if (program) rmSync(program.dataDir, { recursive: true, force: true });
});

/** Reads the stream for pages until it says that something changed. */
async function nextChange(work: () => void): Promise<void> {
  const stop = new AbortController();
  const { body } = await fetch(`${program.url}/@dev/changes`, { signal: stop.signal });
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  await reader.read(); // it is open
  work();
  for (let text = ''; !text.includes('event: change'); ) text += (await reader.read()).value ?? '';
  stop.abort();
}

/** Saves a file again as an editor does. */
function save(path: string): void {
  const { atime } = statSync(APPS + path);
  utimesSync(APPS + path, atime, new Date());
}

test('pages load a script for reloading, under a policy that allows it', async () => {
  for (const path of ['/', '/docs']) {
    const response = await fetch(program.url + path, { headers: { accept: 'text/html' } });
    expect([path, response.status]).toEqual([path, 200]);
    expect(response.headers.get('content-security-policy')).toMatch(/(default|script)-src 'self'/);
    expect(await response.text()).toContain('<script src="/@dev/reload.js"');
  }
  expect(await (await fetch(`${program.url}/@dev/reload.js`)).text()).toContain('EventSource');
});

test('the API answers through it, with the key that was printed', async () => {
  const headers = { authorization: `Bearer ${program.demoKey}` };
  const response = await fetch(`${program.url}/v1/demand/latest?region=PJM`, { headers });
  expect(response.status).toBe(200);
});

test.each([
  { name: 'a file of the gateway', source: 'gateway/src/http/pages.ts', built: 'gateway/dist/bin/loadcast.js' },
  {
    name: 'a file of a package',
    source: '../packages/core/src/errors/service-error.ts',
    built: 'gateway/dist/bin/loadcast.js',
  },
  { name: 'a style of the console', source: 'console/src/style/print.css', built: 'console/dist/server.js' },
])('when $name is saved, it is built anew, and pages are served again', async ({ source, built }) => {
  const before = readFileSync(APPS + built, 'utf8');
  try {
    await nextChange(() => {
      writeFileSync(APPS + built, 'throw new Error("not built anew");');
      save(source);
    });
    expect(readFileSync(APPS + built, 'utf8')).not.toContain('not built anew');
    expect((await fetch(program.url, { headers: { accept: 'text/html' } })).status).toBe(200);
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
  await expect(fetch(program.url)).rejects.toThrow();
});
