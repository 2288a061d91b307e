import { json, type Reply, type Surface } from '@loadcast/formats';
import { pageRoute } from './pages.js';

export interface Readiness {
  readonly ready: boolean;
  readonly missing: readonly string[];
  /** Findings of the monitors while requests are served, each with its area where it has one. */
  readonly degraded: readonly string[];
}

export interface Probe {
  readonly status: number;
  readonly body: object;
}

const ALIVE: Probe = { status: 200, body: { status: 'ok' } };

/**
 * `/livez`: the process answers. `/readyz`: it can serve requests.
 *
 * @param showsFindings whether `/readyz` lists what the monitors found: for the operator, not for the public
 */
export function probesOf(
  readiness: () => Readiness,
  { showsFindings }: { readonly showsFindings: boolean },
): ReadonlyMap<string, () => Probe> {
  return new Map([
    ['/livez', () => ALIVE],
    [
      '/readyz',
      () => {
        const { ready, missing, degraded } = readiness();
        const body = { status: ready ? 'ok' : 'not_ready', missing, ...(showsFindings ? { degraded } : {}) };
        return { status: ready ? 200 : 503, body };
      },
    ],
  ]);
}

/** The probes for load balancers: without key, quota or cache. */
export function createProbes(readiness: () => Readiness): Surface {
  const probes = probesOf(readiness, { showsFindings: false });
  const alive: Reply = { ...replyOf(ALIVE), sent: new Map() }; // requested every few seconds by each load balancer
  return {
    id: 'a',
    route({ fullPath }) {
      const probe = probes.get(fullPath);
      if (!probe) return undefined;
      const reply = () => (fullPath === '/livez' ? alive : replyOf(probe()));
      return pageRoute('', () => ({ regions: [], free: true, reply }));
    },
    dialect: () => 'json',
  };
}

const replyOf = ({ status, body }: Probe): Reply => json(status, body, { 'cache-control': 'no-store' });
