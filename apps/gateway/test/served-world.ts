import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccount, issueKey } from '@loadcast/accounts';
import { type Account, type ApiKey, addDays, type ControlStore, localDay } from '@loadcast/core';
import { fillReportWorld, type ReportWorldOptions } from '@loadcast/core/testing';
import { openSqliteStore } from '@loadcast/storage/sqlite';
import { printedOnFailure } from '../../../tooling/testing/printed-on-failure.js';
import { type GatewayOptions, type RunningGateway, startGateway } from '../src/compose.js';

/** A gateway in this process over an embedded store with some days of made-up history, and keys for it. */
export interface ServedWorld {
  readonly dataDir: string;
  readonly gateway: RunningGateway;
  readonly url: string;
  /** Everything it logged. */
  readonly log: readonly string[];
  /** A key of a new account with these plans. */
  keyOf(plans: Partial<Account['plans']>, scope?: ApiKey['scope']): Promise<string>;
  /** The store as a command beside the gateway opens it. */
  beside<T>(work: (store: ControlStore) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
  /** Removes the data. */
  remove(): void;
}

export interface WorldOptions extends Pick<ReportWorldOptions, 'operatorBiasPct'> {
  readonly days?: number;
  readonly demo?: boolean;
  readonly workload?: NonNullable<GatewayOptions['workload']>;
}

/** Who sees what as on a public address, although the world listens on loopback. */
const PUBLIC = { DEMO_REGIONS: 'CAISO', SIGN_UP_PLAN_A: 'free', SIGN_UP_PLAN_B: 'trial', SIGN_UP_PLAN_C: 'none' };

export async function serveWorld(
  env: Readonly<Record<string, string>> = {},
  { days = 5, demo = false, workload = {}, operatorBiasPct }: WorldOptions = {},
): Promise<ServedWorld> {
  const dataDir = env['LOADCAST_DATA_DIR'] ?? mkdtempSync(join(tmpdir(), 'loadcast-served-'));
  await fillWorld(dataDir, days, operatorBiasPct);
  const log: string[] = [];
  printedOnFailure('the gateway of this process', () => log.slice(-100).join(''));
  const settings = {
    LOADCAST_DATA_DIR: dataDir,
    PORT: '0',
    ADMIN_PORT: '0',
    SOURCE: 'none',
    DRAIN_DELAY: '0',
    LOG_LEVEL: 'trace',
    ...PUBLIC,
    ...env,
  };
  const gateway = await startGateway({
    env: settings,
    demo,
    workload,
    logTo: { write: (line) => void log.push(line) },
  });
  let accounts = 0;
  const beside: ServedWorld['beside'] = async (work) => {
    const opened = await openSqliteStore({ dataDir }, { role: 'control' });
    try {
      return await work(opened.control);
    } finally {
      await opened.close();
    }
  };
  return {
    dataDir,
    gateway,
    url: gateway.url,
    log,
    beside,
    keyOf: (plans, scope) =>
      beside(async (control) => {
        accounts += 1;
        const account = await createAccount(control, { email: `u${accounts}@example.org`, plans }, Date.now());
        if (!account) throw new Error('the e-mail is taken');
        return (await issueKey(control, account, { scope }, Date.now())).key;
      }),
    stop: () => gateway.stop(),
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

/** Writes made-up history up to now into a folder. */
export async function fillWorld(dataDir: string, days: number, operatorBiasPct?: number): Promise<void> {
  const now = Date.now();
  const today = localDay('UTC', now);
  const store = await openSqliteStore({ dataDir });
  await fillReportWorld(store, addDays(today, -days), today, {
    until: now,
    ...(operatorBiasPct !== undefined && { operatorBiasPct }),
  });
  await store.close();
}

/** Keys of new accounts in a store that nothing has open, one each. */
export async function makeKeys(
  dataDir: string,
  names: readonly string[],
  plans: Partial<Account['plans']>,
): Promise<string[]> {
  const store = await openSqliteStore({ dataDir }, { role: 'control' });
  const control = store.control;
  const keys: string[] = [];
  try {
    for (const name of names) {
      const account = await createAccount(control, { email: `${name}@example.org`, plans }, Date.now());
      if (!account) throw new Error('the e-mail is taken');
      keys.push((await issueKey(control, account, {}, Date.now())).key);
    }
    return keys;
  } finally {
    await store.close();
  }
}
