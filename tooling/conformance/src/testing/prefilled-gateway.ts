import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EpochMs, floorToHour } from '@loadcast/core';
import { sha256Hex } from '@loadcast/formats/node';
import { type RunningGateway, startGateway } from '@loadcast/gateway';
import { openSqliteStore } from '@loadcast/storage/sqlite';
import type { Target } from '../service.js';
import { makeKey } from './keys.js';
import { fillPlausibleWorld } from './plausible-world.js';
import { fillRealWeeks, type RealWeeks } from './real-weeks.js';

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

type SqliteStore = Awaited<ReturnType<typeof openSqliteStore>>;
type Fill = (store: SqliteStore) => Promise<void>;
const LEVEL_OF_ERRORS = 50;

/** Folders with a history, filled once for all gateways of this process. */
const histories = new Map<string, Promise<string>>();

function historyOf(name: string, fill: Fill): Promise<string> {
  const known = histories.get(name) ?? fillFolder(fill);
  histories.set(name, known);
  return known;
}

async function fillFolder(fill: Fill): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-history-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const store = await openSqliteStore({ dataDir });
  await fill(store);
  await store.close();
  return dataDir;
}

/** A real gateway, in this process, over an embedded store that holds a plausible history up to now. */
export async function startPrefilledGateway(now: EpochMs = Date.now()): Promise<PrefilledGateway> {
  const name = `plausible ${floorToHour(now)}`;
  return startOver(await historyOf(name, (store) => fillPlausibleWorld(store, now)), now, {});
}

/** A real gateway that plays real weeks again: it reads the recorded files, and makes every forecast of their gates itself. */
export async function startReplayedGateway(weeks: RealWeeks): Promise<PrefilledGateway> {
  const history = await historyOf(weeks.name, (store) => fillRealWeeks(store, weeks));
  let played = (): void => undefined;
  const isPlayed = new Promise<void>((resolve) => {
    played = resolve;
  });
  const gateway = await startOver(history, weeks.now, { replayFrom: weeks.now, played });
  await isPlayed;
  return gateway;
}

interface StartOptions {
  readonly replayFrom?: EpochMs;
  /** Called once the gates before the start of a replay have their forecasts. */
  played?(): void;
}

async function startOver(
  history: string,
  now: EpochMs,
  { replayFrom, played }: StartOptions,
): Promise<PrefilledGateway> {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-conformance-'));
  cpSync(history, dataDir, { recursive: true });
  const store = await openSqliteStore({ dataDir });
  const control = store.control;
  const key = await makeKey(control, 'large', { a: 'team', b: 'pro', c: 'standard' });
  const smallKey = await makeKey(control, 'small', { a: 'free', b: 'trial', c: 'trial' });
  const revokedKey = await makeKey(control, 'gone', { a: 'team', b: 'pro', c: null }, { isRevoked: true });
  await store.close();
  const ports = { PORT: '0', ADMIN_PORT: '0' };
  // The key also signs checkpoints, which examples show.
  const env = { LOADCAST_DATA_DIR: dataDir, ...ports, SECRETS_KEY: 'x'.repeat(32), SOURCE: 'none', LOG_LEVEL: 'info' };
  const errors: string[] = [];
  const logTo = {
    write(line: string) {
      if (JSON.parse(line).level >= LEVEL_OF_ERRORS) errors.push(line);
      if (line.includes('forecasts of past gates made')) played?.();
    },
  };
  const realNow = Date.now;
  const gateway: RunningGateway = await startGateway({ env, logTo, ...(replayFrom && { replayFrom }) });
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
