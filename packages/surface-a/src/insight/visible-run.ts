import type { Areas, CodedArea, EpochMs, Vintage, VintageStore } from '@loadcast/core';
import type { Sight } from '@loadcast/core/quota';
import { noRows } from './rows-answer.js';
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
  { coded, issuedAt }: RunName,
  asOf: EpochMs,
  none: string,
): Promise<Vintage> {
  const { id } = coded.area;
  const run = issuedAt === 'newest' ? await vintages.newest(id, asOf) : await vintages.issued(id, issuedAt);
  if (run && run.availableAt <= asOf) return run;
  throw noRows([coded], `${none} was available at that time`, 'not_issued');
}
