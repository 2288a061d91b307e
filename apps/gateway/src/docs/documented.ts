import { ACCOUNT_PREFIX, DEMO_PREFIX, SURFACE_NAMES } from '@loadcast/accounts';
import type { EndpointDescription, Surface } from '@loadcast/formats';

/** Part of the interface in lists: an API, or the account's. */
export type Part = 'REST' | 'OASIS' | 'Utilities' | 'Account';

/** An endpoint under the path that callers write. */
export interface DocumentedEndpoint extends EndpointDescription {
  readonly part: Part;
  /** Where it answers without a key, for a first look. */
  readonly demoPath?: string;
}

/** The described endpoints of mounted surfaces, and those under `/account`, in the order of the mounts. */
export function documentedEndpoints(
  mounts: readonly { readonly prefix: string; readonly surface: Surface }[],
  account: readonly EndpointDescription[],
): readonly DocumentedEndpoint[] {
  const prefixes = new Set(mounts.map(({ prefix }) => prefix));
  const mounted = mounts.flatMap(({ prefix, surface }) =>
    (surface.endpoints ?? []).map((endpoint) => ({
      ...endpoint,
      path: prefix + endpoint.path,
      part: SURFACE_NAMES[surface.id],
      ...(prefixes.has(DEMO_PREFIX + prefix) && { demoPath: DEMO_PREFIX + prefix + endpoint.path }),
    })),
  );
  const listed = account.filter(({ answers }) => answers.length > 0); // the others are pages of mailed links
  const ofAccount = listed.map((endpoint) => ({
    ...endpoint,
    path: ACCOUNT_PREFIX + endpoint.path,
    part: 'Account' as const,
  }));
  return [...mounted, ...ofAccount];
}
