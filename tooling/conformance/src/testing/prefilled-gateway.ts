import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays, type EpochMs, localDay } from '@loadcast/core';
import { fillReportWorld } from '@loadcast/core/testing';
import { type RunningGateway, startGateway } from '@loadcast/gateway';
import { controlSqlite, openSqliteStore } from '@loadcast/storage/sqlite';
import type { Target } from '../target.js';
import { makeKey } from './keys.js';

export interface PrefilledGateway {
  readonly target: Target;
  /** What it logged as an error: nothing, if all is well. */
  readonly errors: readonly string[];
  stop(): Promise<void>;
}

/** Days of actuals and of forecasts before today: 30 scored days of the 15DA run need 45. */
const DAYS = 47;

/** A real gateway, in this process, over an embedded store that holds a made-up history up to now. */
export async function startPrefilledGateway(now: EpochMs = Date.now()): Promise<PrefilledGateway> {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-conformance-'));
  const store = await openSqliteStore({ dataDir });
  const today = localDay('UTC', now);
  await fillReportWorld(store, addDays(today, -DAYS), today, { until: now });
  const control = controlSqlite(store);
  const key = await makeKey(control, 'large', { a: 'team', b: 'pro', c: 'enterprise' });
  const smallKey = await makeKey(control, 'small', { a: 'free', b: 'trial', c: 'trial' });
  const revokedKey = await makeKey(control, 'gone', { a: 'team', b: 'pro', c: null }, { isRevoked: true });
  await store.close();
  const env = { LOADCAST_DATA_DIR: dataDir, PORT: '0', ADMIN_PORT: '0', SOURCE: 'none', LOG_LEVEL: 'error' };
  const errors: string[] = [];
  const gateway: RunningGateway = await startGateway({ env, logTo: { write: (line) => void errors.push(line) } });
  return {
    errors,
    target: { base: gateway.url, key, smallKey, revokedKey },
    async stop() {
      await gateway.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
