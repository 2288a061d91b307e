import { runId } from '@loadcast/core/insight';
import { areaCode } from '@loadcast/formats';
import type { Store } from '@loadcast/service';
import { type ChainReport, verifyRuns, verifySubmissions } from '@loadcast/storage/sqlite';
import type { Command, CommandIo } from '../command.js';
import { defineCommand } from '../define-command.js';
import { JSON_OPTION, optional } from '../options.js';
import { left, right, table } from '../table.js';
import { readAreas } from '../values/read-areas.js';
import { withOpened } from '../with-opened.js';

const ABOUT = `Computes the digest of every issued run and the chain of each area again, and of every submission and the chain of each
forecaster unless --area is given, beside a gateway that may be running, and names the first break of each: its place, its run and what differs. The head covers all runs of the area up to it: it is the
link of the newest run in /v1/demand/runs/RUN_ID/proof. Exit status 1 when a chain is broken.`;

const COLUMNS = [...left('area or forecaster'), ...right('runs'), ...left('head')];

export function createVerifyCommand(
  open: (env: CommandIo['env']) => Promise<Pick<Store, 'areas' | 'contents' | 'forecasters' | 'close'>>,
): Command {
  return defineCommand({
    name: 'verify',
    summary: 'recompute the hash chains of issued runs and of submissions',
    about: ABOUT,
    options: {
      area: optional('CODES', 'these areas only, comma-separated (default: all)', readAreas),
      ...JSON_OPTION,
    },
    run: ({ area: named, json }, io) =>
      withOpened(open(io.env), async (store) => {
        const areas = [];
        for (const area of named?.(store.areas()) ?? store.areas().list) {
          const code = areaCode(area);
          areas.push({ area: code, ...reportOf(code, await verifyRuns(store.contents, area.id)) });
        }
        const forecasters = [];
        for (const { id } of named ? [] : await store.forecasters.list())
          forecasters.push({ forecaster: id, ...reportOf(id, await verifySubmissions(store.contents, id)) });
        if (json) io.out(JSON.stringify({ areas, ...(!named && { forecasters }) }));
        else print([...areas, ...forecasters], io);
        return [...areas, ...forecasters].some((report) => report.first_break) ? 1 : 0;
      }),
  });
}

type Report = ReturnType<typeof reportOf> & ({ readonly area: string } | { readonly forecaster: string });

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

const nameIn = (report: { readonly area: string } | { readonly forecaster: string }): string =>
  'area' in report ? report.area : report.forecaster;

function print(reports: readonly Report[], io: CommandIo): void {
  for (const line of table(
    COLUMNS,
    reports.map(({ runs, head, ...report }) => [nameIn(report), runs, head ?? '-']),
  ))
    io.out(line);
  for (const { first_break, ...report } of reports) {
    if (!first_break) continue;
    const { position, run_id, what } = first_break;
    io.err(
      [`${nameIn(report)}: broken`, position && ` at position ${position}`, run_id && `, run ${run_id}`, `: ${what}`]
        .filter(Boolean)
        .join(''),
    );
  }
}
