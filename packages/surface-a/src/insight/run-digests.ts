import type { AreaId, EpochMs, VintageStore } from '@loadcast/core';
import { canonicalRows } from '@loadcast/core/insight';
import { sha256Hex } from '@loadcast/formats/node';

type IssuedReads = Pick<VintageStore, 'issued'>;

/** A digest is 64 characters: 2 MB. */
const MOST_KEPT = 10_000;
const kept = new WeakMap<IssuedReads, Map<string, string>>();

/** The digest of a run, which is read for it once: a run never changes. Undefined where there is no such run. */
export async function digestOfRun(
  vintages: IssuedReads,
  areaId: AreaId,
  issuedAt: EpochMs,
): Promise<string | undefined> {
  const digests = kept.get(vintages) ?? new Map<string, string>();
  kept.set(vintages, digests);
  const key = `${areaId} ${issuedAt}`;
  const known = digests.get(key);
  if (known !== undefined) return known;
  const run = await vintages.issued(areaId, issuedAt);
  if (!run) return undefined;
  const digest = sha256Hex(canonicalRows(run));
  if (digests.size >= MOST_KEPT) digests.clear();
  digests.set(key, digest);
  return digest;
}
