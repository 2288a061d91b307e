import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EpochMs, floorToHour } from '@loadcast/core';
import { sha256Hex } from '@loadcast/formats/node';
import { type RunningGateway, startGateway } from '@loadcast/gateway';
import { controlSqlite, openSqliteStore } from '@loadcast/storage/sqlite';
import type { Target } from '../target.js';
import { makeKey } from './keys.js';
import { fillPlausibleWorld } from './plausible-world.js';

export interface PrefilledGateway {
  readonly target: Target;
  /** Logged errors: none, if all is well. */
  readonly errors: readonly string[];
  /** Lists a monthly file, as if it had been written: for answers that show the list. */
  listFile(): void;
  /** Moves its clock, which is this process', forward; `stop` sets it right again. */
  wait(seconds: number): Promise<void>;
  stop(): Promise<void>;
}

/** Folders with a plausible history up to an hour, filled once for all gateways of this process. */
const histories = new Map<EpochMs, Promise<string>>();

function historyUpTo(now: EpochMs): Promise<string> {
  const hour = floorToHour(now);
  const known = histories.get(hour) ?? fillFolder(now);
  histories.set(hour, known);
  return known;
}

async function fillFolder(now: EpochMs): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-history-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const store = await openSqliteStore({ dataDir });
  await fillPlausibleWorld(store, now);
  await store.close();
  return dataDir;
}

/** A real gateway, in this process, over an embedded store that holds a plausible history up to now. */
export async function startPrefilledGateway(now: EpochMs = Date.now()): Promise<PrefilledGateway> {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-conformance-'));
  cpSync(await historyUpTo(now), dataDir, { recursive: true });
  const store = await openSqliteStore({ dataDir });
  const control = controlSqlite(store);
  const key = await makeKey(control, 'large', { a: 'team', b: 'pro', c: 'standard' });
  const smallKey = await makeKey(control, 'small', { a: 'free', b: 'trial', c: 'trial' });
  const revokedKey = await makeKey(control, 'gone', { a: 'team', b: 'pro', c: null }, { isRevoked: true });
  await store.close();
  const env = { LOADCAST_DATA_DIR: dataDir, PORT: '0', ADMIN_PORT: '0', SOURCE: 'none', LOG_LEVEL: 'error' };
  const errors: string[] = [];
  const realNow = Date.now;
  const gateway: RunningGateway = await startGateway({ env, logTo: { write: (line) => void errors.push(line) } });
  return {
    errors,
    target: { base: gateway.url, key, smallKey, revokedKey },
    listFile() {
      const asOf = floorToHour(now);
      const path = `actuals/PJM-${new Date(asOf).toISOString().slice(0, 7)}.parquet`;
      const file = { path, rows: 512, bytes: 9_140, sha256: sha256Hex(path), asOf, digest: '' };
      mkdirSync(join(dataDir, 'bulk'), { recursive: true });
      writeFileSync(join(dataDir, 'bulk', 'manifest.json'), JSON.stringify({ schemaVersion: 1, files: [file] }));
    },
    async wait(seconds) {
      const before = Date.now;
      Date.now = () => before() + seconds * 1000;
    },
    async stop() {
      Date.now = realNow;
      await gateway.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
