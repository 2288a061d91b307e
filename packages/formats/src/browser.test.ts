import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

/** The main entry as one script for a browser. @throws when it imports a builtin of Node */
async function bundled(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./index.ts', import.meta.url))],
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'formats',
    conditions: ['@loadcast/source'],
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0]!.text;
}

test('the main entry bundles for a browser and runs there: no builtin, no Buffer, no setImmediate', async () => {
  const program = `${await bundled()}
    const table = { report: 'TAC_AREAS', columns: ['NAME'], rows: [{ iso: 'X', timeZone: 'UTC', cells: ['a,b'] }], generatedAt: 0 };
    ({
      mw: formats.roundMw(21537.456),
      status: formats.renderError('x', 'oasis-xml', { requestId: 'r', baseUrl: 'http://h' }).status,
      start: formats.peekQuery('region=CISO&start=a+b', 'start'),
      csv: formats.tableReply('6', table).body,
      xml: formats.tableReply('5', table).body.includes('<NAME>a,b</NAME>'),
      turn: typeof formats.nextTurn().then,
    })`;
  const web = { TextEncoder, TextDecoder, URL, URLSearchParams, setTimeout };
  expect(runInNewContext(program, web)).toEqual({
    mw: 21537.46,
    status: 500,
    start: 'a b',
    csv: 'NAME\n"a,b"\n',
    xml: true,
    turn: 'function',
  });
});
