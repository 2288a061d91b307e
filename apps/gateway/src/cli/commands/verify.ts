import type { Area } from '@loadcast/core';
import { runId } from '@loadcast/core/insight';
import { areaCode } from '@loadcast/formats';
import type { Store } from '@loadcast/service';
import { type ChainReport, verifyRuns } from '@loadcast/storage/sqlite';
import type { Command, CommandIo } from '../command.js';
import { defineCommand } from '../define-command.js';
import { JSON_OPTION, optional } from '../options.js';
import { left, right, table } from '../table.js';
import { readAreas } from '../values/read-areas.js';
import { withOpened } from '../with-opened.js';

const ABOUT = `Computes the digest of every issued run and the chain of each area again, beside a gateway that may be running, and
names the first break of each: its place, its run and what differs. The head covers all runs of the area up to it: it is the
link of the newest run in /v1/demand/runs/RUN_ID/proof. Exit status 1 when a chain is broken.`;

const COLUMNS = [...left('area'), ...right('runs'), ...left('head')];

export function createVerifyCommand(
  open: (env: CommandIo['env']) => Promise<Pick<Store, 'areas' | 'contents' | 'close'>>,
): Command {
  return defineCommand({
    name: 'verify',
    summary: 'recompute the hash chains of issued runs',
    about: ABOUT,
    options: {
      area: optional('CODES', 'these areas only, comma-separated (default: all)', readAreas),
      ...JSON_OPTION,
    },
    run: ({ area: named, json }, io) =>
      withOpened(open(io.env), async (store) => {
        const reports = [];
        for (const area of named?.(store.areas()) ?? store.areas().list)
          reports.push(reportOf(area, await verifyRuns(store.contents, area.id)));
        if (json) io.out(JSON.stringify({ areas: reports }));
        else print(reports, io);
        return reports.some((report) => report.first_break) ? 1 : 0;
      }),
  });
}

function reportOf(area: Area, { runs, head, firstBreak }: ChainReport) {
  const code = areaCode(area);
  return {
    area: code,
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

function print(reports: readonly ReturnType<typeof reportOf>[], io: CommandIo): void {
  for (const line of table(
    COLUMNS,
    reports.map(({ area, runs, head }) => [area, runs, head ?? '-']),
  ))
    io.out(line);
  for (const { area, first_break } of reports) {
    if (!first_break) continue;
    const { position, run_id, what } = first_break;
    io.err(
      [`${area}: broken`, position && ` at position ${position}`, run_id && `, run ${run_id}`, `: ${what}`]
        .filter(Boolean)
        .join(''),
    );
  }
}
