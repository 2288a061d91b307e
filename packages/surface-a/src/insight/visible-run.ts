import {
  type AreaId,
  type Areas,
  type CodedArea,
  type EpochMs,
  ServiceError,
  type Vintage,
  type VintageStore,
} from '@loadcast/core';
import type { Sight } from '@loadcast/core/quota';
import { type RunName, readRunId } from './run-id.js';

/** The data an answer about a run shows. The newest run as of an instant is visible at any age. */
export function runSight({ issuedAt }: RunName, asOf: EpochMs): Sight {
  return { asOf, from: issuedAt === 'newest' ? asOf : issuedAt };
}

/** The run that an id names, where it was available. @throws {ServiceError} `invalid_parameter`, `no_data` */
export async function visibleRun(
  { vintages }: { readonly vintages: Pick<VintageStore, 'newest' | 'issued'> },
  areas: Areas,
  id: string,
  asOf: EpochMs,
): Promise<{ readonly run: Vintage; readonly coded: CodedArea; readonly isNewestAsked: boolean }> {
  const { coded, issuedAt } = readRunId(areas, id);
  const { area, code } = coded;
  const isNewestAsked = issuedAt === 'newest';
  const run = isNewestAsked ? await vintages.newest(area.id, asOf) : await available(vintages, area.id, issuedAt, asOf);
  if (!run) {
    throw new ServiceError('no_data', `No data for ${code}: no run ${id} was available at that time`, {
      reason: 'not_issued',
    });
  }
  return { run, coded, isNewestAsked };
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
