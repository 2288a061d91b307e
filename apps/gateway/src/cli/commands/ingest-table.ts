import type { Area, Areas, SeriesReport } from '@loadcast/core';
import { SCREEN_FLAGS } from '@loadcast/core/series';
import { areaCode } from '@loadcast/formats';
import { type Cell, left, right, table } from '@loadcast/observe';
import type { FileResult } from './ingest-files.js';

type Stored = Exclude<FileResult, { refused: unknown }>;
type Row = readonly Cell[];

const SERIES_COLUMNS = [...left('series', 'measure'), ...right('kept', 'new', 'restated', 'unchanged', 'missing')];
const SCREENING_TITLE = 'Hours of each area by screening flag. Flagged hours stay stored as reported.';

/** The stored rows of all files, as lines of text: sentences, one row per series, then one row per area with its flags. */
export function ingestTable({ list }: Areas, results: readonly FileResult[]): string[] {
  const stored = results.filter((result): result is Stored => !('refused' in result));
  if (stored.length === 0) return ['Nothing was stored.'];
  const screening = screeningRows(list, stored);
  const rows = seriesRows(list, stored);
  return [
    sentence(results, rows),
    ...noteLines(stored),
    '',
    ...table(SERIES_COLUMNS, rows),
    ...(screening.length === 0
      ? []
      : ['', SCREENING_TITLE, ...table([...left('area'), ...right(...SCREEN_FLAGS)], screening)]),
  ];
}

/** `Read 12 of 13 files: 61,320 hours are new and 14 changed, of 9 series.` */
function sentence(results: readonly FileResult[], rows: readonly Row[]): string {
  const read = results.filter((result) => !('refused' in result)).length;
  const files = `${read === results.length ? read : `${read} of ${results.length}`} file${results.length === 1 ? '' : 's'}`;
  const [added, changed] = [3, 4].map((column) => counted(rows.reduce((sum, row) => sum + Number(row[column]), 0)));
  return `Read ${files}: ${added} hours are new and ${changed} changed, of ${rows.length} series.`;
}

const counted = (count: number): string => count.toLocaleString('en-US');

function seriesRows(areas: readonly Area[], stored: readonly Stored[]): Row[] {
  const reports = stored.flatMap(({ series }) => series);
  const keys = new Map(reports.map(({ key }) => [`${key.series} ${key.measure}`, key]));
  const places = new Map(areas.map(({ series }, index) => [series, index]));
  const order = (series: string): number => places.get(series) ?? places.size;
  return [...keys.values()]
    .sort((a, b) => order(a.series) - order(b.series) || (a.series < b.series ? -1 : a.series > b.series ? 1 : 0))
    .map(({ series, measure }) => {
      const own = reports.filter(({ key }) => key.series === series && key.measure === measure);
      const total = (pick: (report: SeriesReport) => number): number => own.reduce((sum, each) => sum + pick(each), 0);
      const kept = [
        total(({ newHours }) => newHours),
        total(({ restatedHours }) => restatedHours),
        total(({ unchangedHours }) => unchangedHours),
      ];
      return [series, measure, kept.reduce((sum, hours) => sum + hours), ...kept, total((each) => each.missingHours)];
    });
}

function screeningRows(areas: readonly Area[], stored: readonly Stored[]): Row[] {
  return areas.flatMap((area) => {
    const reports = stored.flatMap(({ screening }) => screening.filter(({ areaId }) => areaId === area.id));
    if (reports.length === 0) return [];
    return [[areaCode(area), ...SCREEN_FLAGS.map((flag) => reports.reduce((sum, { flags }) => sum + flags[flag], 0))]];
  });
}

function noteLines(stored: readonly Stored[]): string[] {
  const total = (pick: (file: Stored) => number): number => stored.reduce((sum, file) => sum + pick(file), 0);
  const odd = stored.find(({ firstOddCode }) => firstOddCode !== undefined);
  const first = odd && `${odd.file}, line ${odd.firstOddCode?.line}: "${odd.firstOddCode?.text}"`;
  const notes: [count: number, note: string][] = [
    [total(({ leftOutRows }) => leftOutRows), 'rows were skipped: no area or model reads their series.'],
    [total(({ oddCodeRows }) => oddCodeRows), `of them have no known code, the first in ${first}`],
    [total(({ movedHours }) => movedHours), 'values were moved to their true hour (clock corrections).'],
    [total(({ conflicts }) => conflicts), 'hours came twice in a file with different values. The last one was kept.'],
    [total(({ futureValues }) => futureValues), 'values were left out: they are dated in the future.'],
  ];
  return notes.filter(([count]) => count > 0).map(([count, note]) => `${counted(count)} ${note}`);
}
