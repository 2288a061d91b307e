import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../repository.js';

const UNIT = join(ROOT, 'deploy/loadcast.service');
/** Tenths of the exposure that `systemd-analyze security` computes, 0 to 100. */
const MOST_EXPOSURE = 20;

const isInstalled = spawnSync('systemd-analyze', ['--version']).status === 0;

test.skipIf(!isInstalled)('the exposure of the systemd service is below 2 of 10', () => {
  const args = ['security', '--offline=true', '--no-pager', `--threshold=${MOST_EXPOSURE}`, UNIT];
  const { status, stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
  expect(stdout).toMatch(/Overall exposure level for loadcast.service: [01]\.\d/);
  expect(status).toBe(0);
});
