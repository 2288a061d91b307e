import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createMetrics } from '@loadcast/observe';
import { expect, test } from 'vitest';

const DEPLOY = fileURLToPath(new URL('../../../../deploy/', import.meta.url));

const promtool = spawnSync('promtool', ['--version']);

test.skipIf(promtool.error !== undefined)(
  'promtool finds that every alert fires on its fault and not beside it',
  () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', `${DEPLOY}alerts.test.yaml`], {
      encoding: 'utf8',
    });
    expect({ status, output: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, output: '' });
  },
);

test.skipIf(promtool.error !== undefined)('promtool reads the answer of /metrics', async () => {
  const input = await createMetrics([]).render();
  const { stderr } = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' });
  expect(stderr).not.toContain('error while');
});

test.skipIf(spawnSync('amtool', ['--version']).error !== undefined)('amtool accepts the routes of the alerts', () => {
  const { status, stderr } = spawnSync('amtool', ['check-config', `${DEPLOY}alertmanager.yaml`], {
    encoding: 'utf8',
  });
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
});
