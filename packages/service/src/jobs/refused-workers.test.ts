import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openRuntime, type RuntimeSettings } from '../runtime.js';
import { workUntil } from './open-worker.js';

test.each([
  {
    name: 'a gateway that leaves forecasts to workers',
    start: (config: RuntimeSettings) => openRuntime({ config, log: {} as never }),
    message: 'FORECAST_WORKERS: 0 leaves forecasts to workers, which need DATABASE_URL',
  },
  {
    name: 'a worker',
    start: (config: RuntimeSettings) => workUntil(AbortSignal.abort(), config, {} as never),
    message: 'DATABASE_URL: workers need PostgreSQL',
  },
])('$name is refused without a database, before anything is written', async ({ start, message }) => {
  const parent = mkdtempSync(join(tmpdir(), 'loadcast-workers-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const LOADCAST_DATA_DIR = join(parent, 'data');
  const config = { LOADCAST_DATA_DIR, FORECAST_WORKERS: 0, FORECASTER: 'same-hour-last-week' } as RuntimeSettings;
  await expect(start(config)).rejects.toThrow(message);
  expect(existsSync(LOADCAST_DATA_DIR)).toBe(false);
});
