import {
  ACCOUNT_ENDPOINTS,
  ACCOUNT_PREFIX,
  type Access,
  createMe,
  type Demo,
  demoMounts,
  type SignUpSettings,
} from '@loadcast/accounts';
import type { EpochMs } from '@loadcast/core';
import type { Surface, SurfaceRequest } from '@loadcast/formats';
import type { Mount } from '@loadcast/formats/node';
import { encodeBulk, type Monitor, type Runtime } from '@loadcast/service';
import { type BulkStore, createSurfaceA } from '@loadcast/surface-a';
import { createCompatSurface, createSingleZipSurface, createSurfaceB } from '@loadcast/surface-b';
import { createSurfaceC } from '@loadcast/surface-c';
import type { Config } from './config.js';
import { createClientFiles } from './console/client-files.js';
import { openConsoleSurface } from './console/open-console-surface.js';
import { documentedEndpoints } from './docs/documented.js';
import { createDocuments } from './docs/documents.js';
import { API_VERSION } from './docs/openapi.js';
import { createPages } from './http/pages.js';
import { createProbes, type Readiness } from './http/probes.js';
import { createStatus } from './http/status/status-surface.js';
import { createUsage } from './http/usage-surface.js';
import { programVersion } from './http/version.js';

export interface MountOptions {
  readonly config: Pick<Config, 'SURFACES' | 'CONSOLE' | 'SIGN_UP' | 'INSECURE_HTTP'> & SignUpSettings;
  readonly runtime: Runtime;
  readonly access: Access;
  /** Absent: `/demo/v1` is not mounted. */
  readonly demo?: Demo | undefined;
  readonly events?: Surface;
  /** `/account`. Absent: it is not mounted. */
  readonly account?: Surface;
  /** Monthly files. Absent: none are listed, and `/v1/bulk` makes them as of an instant only. */
  readonly files?: BulkStore | undefined;
  readonly readiness: () => Readiness;
  readonly wallClock: () => EpochMs;
  /** Findings are shown in `/v1/status`, and make `/v1/health` degraded. */
  readonly monitor: Pick<Monitor, 'latest' | 'findings'>;
  /** Why market runs are not whole yet, in words; undefined once they are. */
  readonly filling?: () => string | undefined;
}

/** The surface of each path prefix. The longest prefix of a path wins. */
export function mountsOf(options: MountOptions): Mount[] {
  const { config, runtime, access, demo, readiness, wallClock, monitor, filling } = options;
  const pause = () => new Promise<void>((resolve) => setImmediate(resolve));
  const deps = { actuals: runtime.actuals, vintages: runtime.vintages, model: runtime.forecaster, pause };
  const probes = createProbes(readiness);
  const degradedBecause = () => filling?.() ?? (monitor.findings().length > 0 ? 'a monitor has a finding' : undefined);
  const surfaceA = createSurfaceA({
    ...deps,
    forecasters: runtime.store.forecasters,
    submissionLog: runtime.submissionLog,
    degradedBecause,
    versions: { release: programVersion(), interface: API_VERSION },
    files: options.files ?? NO_FILES,
  });
  // What a caller may read; the demo answers the same under its own prefix.
  const reads: readonly Mount[] = [
    { prefix: '/v1', surface: surfaceA },
    { prefix: '/v1/oasis', surface: createCompatSurface(deps) },
  ];
  const events: readonly Mount[] = options.events ? [{ prefix: '/v1/events', surface: options.events }] : [];
  const mounts: Readonly<Record<Config['SURFACES'][number], () => Mount[]>> = {
    a: () => [
      ...reads,
      ...(demo ? demoMounts([...reads, ...events]) : []),
      { prefix: '/v1/me', surface: createMe(access, wallClock) },
      { prefix: '/v1/status', surface: createStatus({ ...deps, areas: runtime.areas, monitor }) },
      ...events,
      { prefix: '/v1/usage', surface: createUsage(access, wallClock) },
    ],
    b: () => [
      { prefix: '/oasis', surface: createSurfaceB(deps) },
      { prefix: '/oasisapi/SingleZip', surface: createSingleZipSurface(deps) },
    ],
    c: () => [{ prefix: '/forecast/v1', surface: createSurfaceC(deps) }],
  };
  const mounted = [...new Set(config.SURFACES)].flatMap((id) => mounts[id]());
  const documents = createDocuments(documentedEndpoints(mounted, ACCOUNT_ENDPOINTS));
  const served = [
    ...mounted,
    { prefix: '/v1/health', surface: healthOf(surfaceA) },
    { prefix: '/clients', surface: createClientFiles() },
    { prefix: '/livez', surface: probes },
    { prefix: '/readyz', surface: probes },
  ];
  const facts = {
    notice: runtime.notice,
    attribution: runtime.attribution,
    isSimulated: runtime.actualsOf === 'simulated',
    clockSpeed: runtime.clock?.speed ?? 1,
  };
  const root =
    config.CONSOLE === '1'
      ? openConsoleSurface({ areas: runtime.areas, facts, config, mounts: served, demo, documents })
      : createPages(facts, documents);
  const { account } = options;
  const accounts = account
    ? [{ prefix: ACCOUNT_PREFIX, surface: config.CONSOLE === '1' ? withPage(account, root) : account }]
    : [];
  return [...served, ...accounts, { prefix: '', surface: root }];
}

/** The account surface, with the console's page for a browser that opens its address. A program gets JSON there. */
function withPage(account: Surface, root: Surface): Surface {
  const isPage = ({ method, path, headers }: SurfaceRequest) =>
    path === '' && method === 'GET' && /\btext\/html\b/i.test(headers.get('accept') ?? '');
  return {
    ...account,
    route: (request) => {
      if (!isPage(request)) return account.route(request);
      const page = root.route({ ...request, path: request.fullPath });
      return page && { ...page, pattern: '' };
    },
  };
}

/** The files of a replay, whose forecasts are in memory: none. */
const NO_FILES: BulkStore = {
  list: () => [],
  open: () => {
    throw new Error('no file is listed');
  },
  encode: encodeBulk,
};

/** Health is documented for surface B too, so it answers whichever surfaces are mounted. */
function healthOf(surfaceA: Surface): Surface {
  return {
    id: 'a',
    route(request) {
      const route = surfaceA.route({ ...request, path: `/health${request.path}` });
      return route && { ...route, pattern: '' };
    },
    dialect: () => 'json',
  };
}
