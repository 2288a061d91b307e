import {
  type Areas,
  type CodedArea,
  type EpochMs,
  ServiceError,
  type Vintage,
  type VintageStore,
} from '@loadcast/core';
import type { Sight } from '@loadcast/core/quota';
import { type RunName, readRunId } from './run-id.js';

export type NamedRuns = Pick<VintageStore, 'newest' | 'issued'>;

/** The data an answer about a run shows. The newest run as of an instant is visible at any age. */
export function runSight({ issuedAt }: RunName, asOf: EpochMs): Sight {
  return { asOf, from: issuedAt === 'newest' ? asOf : issuedAt };
}

/** The run that an id names, where it was available. @throws {ServiceError} `invalid_parameter`, `no_data` */
export async function visibleRun(
  { vintages }: { readonly vintages: NamedRuns },
  areas: Areas,
  id: string,
  asOf: EpochMs,
): Promise<{ readonly run: Vintage; readonly coded: CodedArea; readonly isNewestAsked: boolean }> {
  const named = readRunId(areas, id);
  const run = await availableRun(vintages, named, asOf, `no run ${id}`);
  return { run, coded: named.coded, isNewestAsked: named.issuedAt === 'newest' };
}

/** The run of a name, where it was available. @throws {ServiceError} `no_data`: there was `none` */
export async function availableRun(
  vintages: NamedRuns,
  { coded: { area, code }, issuedAt }: RunName,
  asOf: EpochMs,
  none: string,
): Promise<Vintage> {
  const run = issuedAt === 'newest' ? await vintages.newest(area.id, asOf) : await vintages.issued(area.id, issuedAt);
  if (run && run.availableAt <= asOf) return run;
  throw new ServiceError('no_data', `No data for ${code}: ${none} was available at that time`, {
    reason: 'not_issued',
  });
}
