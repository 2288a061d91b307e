import type { Areas, CodedArea, EpochMs } from '@loadcast/core';
import { parseEpochMs } from '@loadcast/core/time';
import { refused } from '@loadcast/formats';

/** The run an id names: a given issue, or the newest one. */
export interface RunName {
  readonly coded: CodedArea;
  readonly issuedAt: EpochMs | 'newest';
}

/**
 * The run that an id names. `PJM-newest` is the newest one that is available.
 *
 * @throws {ServiceError} `invalid_parameter` for text that is no id
 */
export function readRunId(areas: Areas, text: string): RunName {
  const [, code = '', stamp = ''] = /^([A-Z0-9-]+)-(\d{8}T\d{9}Z|newest)$/.exec(text) ?? [];
  const coded = areas.findGridOrUtility(code);
  const issuedAt = stamp === 'newest' ? stamp : parseEpochMs(stamp.replace(STAMP, '$1-$2-$3T$4:$5:$6.$7Z'));
  if (coded?.code === code && (issuedAt === 'newest' || !Number.isNaN(issuedAt))) return { coded, issuedAt };
  throw refused('run_id', 'an id of /v1/demand/runs, as PJM-20261121T125000000Z, or PJM-newest');
}

const STAMP = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/;
