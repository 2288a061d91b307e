import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '../../../../tooling/testing/free-port.js';
import { fillWorld } from '../served-world.js';
import { killPrograms, startProgram } from '../started-program.js';

/** Different paths of each shape: the console's pages alone are more than the label sets that are kept apart. */
const PATHS = 300;
/** `*` becomes letters that no other path has. */
const SHAPES = [
  '/*',
  '/r/*',
  '/r/*/time',
  '/r/*/peaks',
  '/docs/*',
  '/assets/*',
  '/v1/*',
  '/v1/runs/*',
  '/v1/bulk/*',
  '/v1/demand/*',
  '/v1/oasis/*',
  '/v1/me/*',
  '/v1/status/*',
  '/v1/events/*',
  '/v1/usage/*',
  '/v1/health/*',
  '/demo/v1/*',
  '/demo/v1/runs/*',
  '/oasis/*',
  '/oasisapi/SingleZip/*',
  '/forecast/v1/*',
  '/account/*',
  '/account/keys/*',
  '/mcp/*',
  '/livez/*',
  '/readyz/*',
];
const MARK = 'stranger';

const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-labels-'));
const agent = new Agent({ keepAlive: true, maxSockets: 16 });

afterAll(async () => {
  agent.destroy();
  await killPrograms();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Letters that name a number, behind a word that is in no label of ours. */
function lettersOf(n: number): string {
  const digits = n.toString(26).padStart(3, '0');
  return MARK + [...digits].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join('');
}

function get(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.once('error', reject).end();
  });
}

// docs/faults.md: fault 121
test('a stranger who asks for ever other paths adds no label to /metrics', async () => {
  await fillWorld(dataDir, 1);
  const ADMIN_PORT = String(await freePort());
  const env = { LOADCAST_DATA_DIR: dataDir, ADMIN_PORT, SOURCE: 'none', LOG_LEVEL: 'warn', CONSOLE: '1' };
  const { url } = await startProgram(['loadcast', 'serve'], env);
  for (const shape of SHAPES) {
    const paths = Array.from({ length: PATHS }, (_, n) => shape.replace('*', lettersOf(n)));
    await Promise.all(paths.map((path) => get(url + path)));
  }
  const answer = await fetch(`http://127.0.0.1:${ADMIN_PORT}/metrics`);
  const text = await answer.text();
  const labelSets = text.split('\n').filter((line) => line.startsWith('loadcast_request_seconds_count{'));
  expect(answer.status).toBe(200);
  expect(labelSets.length).toBeLessThan(3 * SHAPES.length);
  expect(text).not.toContain(MARK);
  expect(text.length).toBeLessThan(200_000);
});
