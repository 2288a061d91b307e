import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../repository.js';

let reply = { status: 200, body: '' };
const registry = createServer((request, response) => {
  request.resume();
  response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body);
});
beforeAll(async () => {
  await once(registry.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => registry.close());

const advisories = (high: number): string =>
  JSON.stringify({ actions: [], advisories: {}, muted: [], metadata: { vulnerabilities: { low: 0, high } } });

test.each([
  { name: 'no advisory passes', answer: { status: 200, body: advisories(0) }, status: 0, line: /^ok +advisories$/m },
  { name: 'an advisory fails', answer: { status: 200, body: advisories(1) }, status: 1, line: /^FAILED advisories$/m },
  { name: 'no answer is skipped', answer: { status: 403, body: '{}' }, status: 77, line: /^SKIPPED .* NOT checked/m },
])('the advisories on dependencies: $name', { timeout: 120_000 }, async ({ answer, status, line }) => {
  reply = answer;
  const npm_config_registry = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
  const env = { ...process.env, npm_config_registry };
  const audit = spawn(process.execPath, [join(ROOT, 'tooling/release/advisories.mjs')], { env });
  const [printed, [exit]] = await Promise.all([text(audit.stdout), once(audit, 'close')]);
  expect({ exit, printed }).toEqual({ exit: status, printed: expect.stringMatching(line) });
});

test('the count of a run says what a skipped step did not do', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loadcast-count-'));
  for (const [end, content] of Object.entries({ begun: '', status: '77', log: 'ok licences\nSKIPPED advisories' }))
    writeFileSync(join(folder, `audit.${end}`), content);
  const { stdout } = spawnSync(process.execPath, [join(ROOT, 'tooling/count-results.mjs'), folder], {
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  expect(stdout).toMatch(/^audit: SKIPPED advisories\n0 passed, 0 failed, 1 skipped\n$/m);
});
