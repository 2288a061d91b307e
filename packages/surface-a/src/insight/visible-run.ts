import {
  type AreaId,
  type CodedArea,
  type EpochMs,
  ServiceError,
  type Vintage,
  type VintageStore,
} from '@loadcast/core';
import { requireEntitlement } from '@loadcast/core/quota';
import type { AuthedRequest } from '@loadcast/formats';
import { readRunId } from './run-id.js';

/**
 * The run that an id names, where it was available and the plan reaches back to it. The newest run is visible however old
 * it is.
 *
 * @throws {ServiceError} `invalid_parameter`, `no_data`, `entitlement`
 */
export async function visibleRun(
  { vintages }: { readonly vintages: Pick<VintageStore, 'newest' | 'issued'> },
  id: string,
  asOf: EpochMs,
  { principal, receivedAt }: AuthedRequest,
): Promise<{ readonly run: Vintage; readonly coded: CodedArea; readonly isNewestAsked: boolean }> {
  const { coded, issuedAt } = readRunId(id);
  const { area, code } = coded;
  const newest = await vintages.newest(area.id, asOf);
  const run = issuedAt === 'newest' ? newest : await available(vintages, area.id, issuedAt, asOf);
  if (!run) {
    throw new ServiceError('no_data', `No data for ${code}: no run ${id} was available at that instant`, {
      reason: 'not_issued',
    });
  }
  const isNewest = run.issuedAt === newest?.issuedAt;
  if (!isNewest) requireEntitlement(principal.plan, { historyFrom: run.availableAt }, receivedAt);
  return { run, coded, isNewestAsked: issuedAt === 'newest' };
}

async function available(
  vintages: Pick<VintageStore, 'issued'>,
  areaId: AreaId,
  issuedAt: EpochMs,
  asOf: EpochMs,
): Promise<Vintage | undefined> {
  const run = await vintages.issued(areaId, issuedAt);
  return run && run.availableAt <= asOf ? run : undefined;
}
