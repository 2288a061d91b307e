import { runId } from '@loadcast/core/insight';
import { areaCode } from '@loadcast/formats';
import { left, right, table } from '@loadcast/observe';
import type { Store } from '@loadcast/service';
import { type ChainReport, verifyRuns, verifySubmissions } from '@loadcast/storage/sqlite';
import { openedCommand } from '../opened-command.js';
import { optional } from '../options.js';
import { readAreas } from '../values/read-values.js';

const ABOUT = `Recomputes the digest of every issued run and the hash chain of each area, and without --area also every submission and
the chain of each forecaster. Names the first break of each chain: its place, its run and what differs. Works beside a
running gateway. The head is the link of the newest run, as in /v1/demand/runs/RUN_ID/proof, and covers all runs before it.
Exit status 1 when a chain is broken.`;

const COLUMNS = [...left('area or forecaster'), ...right('runs'), ...left('head')];

export const createVerifyCommand = openedCommand({
  name: 'verify',
  summary: 'recompute the hash chains of issued runs and of submissions',
  example: '--area PJM',
  about: ABOUT,
  options: {
    area: optional('CODES', 'these areas only, comma-separated (default: all)', readAreas),
  },
  async run(store: Pick<Store, 'areas' | 'contents' | 'forecasters' | 'close'>, { area: named }) {
    const areas = [];
    for (const area of named?.(store.areas()) ?? store.areas().list) {
      const code = areaCode(area);
      areas.push({ area: code, ...reportOf(code, await verifyRuns(store.contents, area.id)) });
    }
    const forecasters = [];
    for (const { id } of named ? [] : await store.forecasters.list())
      forecasters.push({ forecaster: id, ...reportOf(id, await verifySubmissions(store.contents, id)) });
    const rows = [...areas, ...forecasters].map((report) => [nameIn(report), report.runs, report.head ?? '-']);
    const note = [...areas, ...forecasters].flatMap(breakLine);
    const json = { areas, ...(!named && { forecasters }) };
    return { json, text: table(COLUMNS, rows), note, hasFailed: note.length > 0 };
  },
});

type Named = { readonly area: string } | { readonly forecaster: string };

const nameIn = (report: Named): string => ('area' in report ? report.area : report.forecaster);

function reportOf(code: string, { runs, head, firstBreak }: Omit<ChainReport, 'areaId'>) {
  return {
    runs,
    head: head ?? null,
    first_break: firstBreak
      ? {
          position: firstBreak.position ?? null,
          run_id: firstBreak.issuedAt === undefined ? null : runId(code, firstBreak.issuedAt),
          what: firstBreak.what,
        }
      : null,
  };
}

function breakLine({ first_break, ...report }: ReturnType<typeof reportOf> & Named): string[] {
  if (!first_break) return [];
  const { position, run_id, what } = first_break;
  const place = [position && ` at position ${position}`, run_id && `, run ${run_id}`].filter(Boolean);
  return [`${nameIn(report)}: broken${place.join('')}: ${what}`];
}
