import type { AreaId } from '../areas/area.js';
import { type EpochMs, HOUR_MS } from '../time/instant.js';
import type { Vintage } from './vintage.js';

/** The place of a run in the chain of its area. Digests are SHA-256 in lower-case hexadecimal. */
export interface RunLink {
  readonly areaId: AreaId;
  /** 1, 2, 3, ... in the order in which runs were kept. */
  readonly position: number;
  readonly issuedAt: EpochMs;
  /** Digest of `canonicalRows`. */
  readonly sha256: string;
  /** `link` of the position before; of the first run the digest of `genesisText`. */
  readonly previous: string;
  /** Digest of `linkText`: of this run and, by `previous`, of all before it. */
  readonly link: string;
}

/**
 * The id of a run: the code of its region, and the issue to the millisecond.
 *
 * @example
 * runId('PJM', Date.UTC(2026, 10, 21, 12, 50)) // => 'PJM-20261121T125000000Z'
 */
export function runId(code: string, issuedAt: EpochMs): string {
  return `${code}-${new Date(issuedAt).toISOString().replaceAll(/[-:.]/g, '')}`;
}

/** SHA-256 of text as UTF-8, in lower-case hexadecimal. */
export type Sha256 = (text: string) => string;

/**
 * A run as text, the same wherever it is stored: what digests of runs are made of. Every line ends with a line feed. Drivers
 * are not part of it: they explain the values and change none.
 *
 * - `loadcast-run-1,` and the area's id
 * - `issued_at,`, `available_at,` and `data_cutoff,`, each with an instant
 * - `model,` and `version,`
 * - `left_out,` and the inputs that were left out, joined by `; `; this line is missing where it was not noted
 * - `dependence,`, the persistence and the harmonics of `Vintage.dependence`, joined by commas; missing where there is none
 * - a line an hour: start, value, p10 and p90 in MW with two decimals, empty where there is none
 *
 * Instants are UTC with milliseconds, as `2026-11-21T12:50:00.000Z`.
 */
export function canonicalRows(run: Vintage): string {
  const { areaId, issuedAt, availableAt, dataCutoff, model, leftOut, dependence, start, valueMw, p10Mw, p90Mw } = run;
  const instant = (at: EpochMs): string => new Date(at).toISOString();
  const cell = (mw: number): string => (Number.isNaN(mw) ? '' : mw.toFixed(2));
  const about = [
    `loadcast-run-1,${areaId}`,
    `issued_at,${instant(issuedAt)}`,
    `available_at,${instant(availableAt)}`,
    `data_cutoff,${instant(dataCutoff)}`,
    `model,${model.name}`,
    `version,${model.version}`,
    ...(leftOut ? [`left_out,${leftOut.join('; ')}`] : []),
    ...(dependence ? [`dependence,${[dependence.persistence, ...dependence.harmonics].join()}`] : []),
  ];
  const begins = hourTexts(start, valueMw.length);
  const rows = Array.from(
    valueMw,
    (value, hour) => `${begins[hour]},${cell(value)},${cell(p10Mw[hour]!)},${cell(p90Mw[hour]!)}`,
  );
  return `${[...about, ...rows].join('\n')}\n`;
}

const HOUR_OF_DAY = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

/** The instants of consecutive hours as text: the date is written once a UTC day. `start` may lie within an hour. */
function hourTexts(start: EpochMs, count: number): string[] {
  const first = new Date(start);
  const withinHour = first.toISOString().slice('2026-11-21T12'.length);
  let hourOfDay = first.getUTCHours();
  let date = '';
  return Array.from({ length: count }, (_, hour) => {
    if (date === '' || hourOfDay === 24) {
      hourOfDay %= 24;
      date = new Date(start + hour * HOUR_MS).toISOString().slice(0, '2026-11-21T'.length);
    }
    return `${date}${HOUR_OF_DAY[hourOfDay++]}${withinHour}`;
  });
}

/**
 * What the first run of an area has in the place of a previous link.
 *
 * @example
 * genesisText('pjm') // => 'loadcast-chain-1,pjm\n'
 */
export function genesisText(areaId: AreaId): string {
  return `loadcast-chain-1,${areaId}\n`;
}

/**
 * What a link is the digest of: two lines, the previous link and the digest of the run.
 *
 * @example
 * linkText('aa', 'bb') // => 'aa\nbb\n'
 */
export function linkText(previous: string, sha256: string): string {
  return `${previous}\n${sha256}\n`;
}

/**
 * The links of runs that are kept next.
 *
 * @param last of the area's chain; undefined at its beginning
 * @param runs of the area, in the order in which they are kept
 */
export function chainAfter(
  areaId: AreaId,
  last: Pick<RunLink, 'position' | 'link'> | undefined,
  runs: readonly Vintage[],
  digestOf: Sha256,
): RunLink[] {
  let position = last?.position ?? 0;
  let previous = last?.link ?? digestOf(genesisText(areaId));
  return runs.map((run) => {
    const sha256 = digestOf(canonicalRows(run));
    const link = digestOf(linkText(previous, sha256));
    const made = { areaId, position: ++position, issuedAt: run.issuedAt, sha256, previous, link };
    previous = link;
    return made;
  });
}
