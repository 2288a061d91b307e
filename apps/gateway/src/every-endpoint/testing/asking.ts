import type { Access } from '@loadcast/accounts';
import { type Areas, CONTRACT_AREAS, DAY_MS, type EpochMs, HOUR_MS } from '@loadcast/core';
import { compactTime } from '@loadcast/formats';
import { type Ask, handlerAsk } from '@loadcast/formats/testing';
import { openSubmissionLog, type Runtime } from '@loadcast/service';
import { type MountOptions, mountsOf } from '../../mounts.js';
import { NOW, type Stores } from './arrivals.js';
import type { EndpointExample } from './endpoints.data.js';

const PLANS = { a: 'enterprise', b: 'standard', c: 'standard' } as const;

const nothing = async () => ({ status: 200, headers: {}, body: '' });

/** The settings of a gateway that mounts every surface, without the console. */
export const EVERY_SURFACE: MountOptions['config'] = {
  SURFACES: ['a', 'b', 'c'],
  CONSOLE: '0',
  SIGN_UP: 'open',
  INSECURE_HTTP: '0',
  HOST: '127.0.0.1',
  TRUSTED_PROXIES: '',
};

/** A tree of one submission. */
const ONE_LEAF = { treeSize: async () => 1, treeNodes: async () => new Map([[0, 'ab'.repeat(32)]]) };

/** Every surface of the gateway over some stores. */
export function asking(
  stores: Stores,
  now: EpochMs = NOW,
  areas: (accountId?: string, asOf?: EpochMs) => Areas = () => CONTRACT_AREAS,
): Ask {
  const mounts = mountsOf({
    config: EVERY_SURFACE,
    runtime: {
      areas,
      ...stores,
      store: { forecasters: stores.forecasters },
      submissionLog: openSubmissionLog(ONE_LEAF, { SECRETS_KEY: 'k'.repeat(32), LOADCAST_DATA_DIR: '' }),
      forecaster: undefined,
    } as unknown as Runtime,
    access: { usage: nothing, usageHistory: nothing, me: nothing } as unknown as Access,
    readiness: () => ({ ready: true, missing: [], degraded: [] }),
    wallClock: () => now,
    monitor: { latest: () => undefined, findings: () => [] },
  });
  return handlerAsk(mounts, () => now, areas);
}

/** What an example asks for as of an instant. */
export function pathAsOf(example: EndpointExample, asOf: EpochMs): string {
  const path = pathOf(example, asOf);
  return example.path.includes('{asOf}') ? path : `${path}&as_of=${new Date(asOf).toISOString()}`;
}

/** What an example asks for around an instant. */
export const pathOf = ({ path }: EndpointExample, around: EpochMs): string =>
  path
    .replace('{start}', compactTime(around - 40 * HOUR_MS))
    .replace('{end}', compactTime(around + 30 * HOUR_MS))
    .replace('{month}', new Date(around).toISOString().slice(0, 7))
    .replace('{asOf}', new Date(around).toISOString())
    .replace('{day}', new Date(around - DAY_MS).toISOString().slice(0, 10));

/** The largest plan of its surface, in place of a key. */
export const planOf = ({ plan }: EndpointExample): string | undefined => plan && PLANS[plan];
