import { readFile } from 'node:fs/promises';
import type { Area } from '@loadcast/core';
import { runId } from '@loadcast/core/insight';
import { areaCode } from '@loadcast/formats';
import { left, right, table } from '@loadcast/observe';
import { type Store, verifyReceipts } from '@loadcast/service';
import { type ChainReport, verifyRuns, verifySubmissions } from '@loadcast/storage/sqlite';
import { UsageError } from '../command.js';
import { defineCommand } from '../define-command.js';
import type { Open } from '../opened-command.js';
import { anyText, flag, optional } from '../options.js';
import { readAreas } from '../values/read-values.js';

const ABOUT = `Recomputes the digest of every issued run and the hash chain of each area, and without --area also every submission and
the chain of each forecaster. Names the first break of each chain: its place, its run and what differs. Works beside a
running gateway. The head is the link of the newest run, as in /v1/demand/runs/RUN_ID/proof, and covers all runs before it.
Exit status 1 when a chain is broken.

With --receipts it reads files instead of a store: receipts as /account/forecasters/ID/runs gives them, and proofs of
/v1/submissions/proof. It verifies that each receipt is in a signed tree, and that no place between two of them is left out.`;

const COLUMNS = [...left('area or forecaster'), ...right('runs'), ...left('head')];

type Verified = Pick<Store, 'areas' | 'contents' | 'forecasters' | 'close'>;

export const createVerifyCommand = (open: Open<Verified>) =>
  defineCommand({
    name: 'verify',
    summary: 'recompute the hash chains of issued runs and of submissions, or verify receipts',
    example: '--area PJM',
    about: ABOUT,
    argument: '[FILE...]',
    options: {
      area: optional('CODES', 'these areas only, comma-separated (default: all)', readAreas),
      receipts: flag('verify the receipts in FILE... without a store'),
      checkpoint: optional('FILE', 'with --receipts: the checkpoint that every receipt has to be in', anyText),
      key: optional('KEY', "with --receipts: the service's key (default: the one in the receipts)", anyText),
    },
    async run({ area: named, receipts, checkpoint, key }, io, files) {
      if (receipts) return receiptsResult(files, checkpoint, key);
      const store = await open(io);
      try {
        return await chainsResult(store, named?.(store.areas()));
      } finally {
        await store.close();
      }
    },
  });

async function receiptsResult(
  files: readonly string[],
  checkpointFile: string | undefined,
  pinned: string | undefined,
) {
  if (files[0] === '') throw new UsageError('FILE... is missing');
  const answers = await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const));
  const checkpoint = checkpointFile === undefined ? undefined : await readFile(checkpointFile, 'utf8');
  const report = verifyReceipts(Object.fromEntries(answers), { key: pinned, checkpoint });
  const { receipts, faults, key } = report;
  return {
    json: report,
    text: table(
      left('forecaster', 'position', 'received at', 'sha256'),
      receipts.map(({ forecaster, position, received_at, sha256 }) => [forecaster, position, received_at, sha256]),
    ),
    note: [
      ...faults,
      `The checkpoints are signed by ${key}.${pinned ? '' : ' Give the key that the service published with --key.'}`,
    ],
    hasFailed: faults.length > 0 || receipts.length === 0,
  };
}

async function chainsResult({ contents, ...store }: Verified, named: readonly Area[] | undefined) {
  const areas = [];
  for (const area of named ?? store.areas().list) {
    const code = areaCode(area);
    areas.push({ area: code, ...reportOf(code, await verifyRuns(contents, area.id)) });
  }
  const forecasters = [];
  for (const { id } of named ? [] : await store.forecasters.list())
    forecasters.push({ forecaster: id, ...reportOf(id, await verifySubmissions(contents, id)) });
  const rows = [...areas, ...forecasters].map((report) => [nameIn(report), report.runs, report.head ?? '-']);
  const note = [...areas, ...forecasters].flatMap(breakLine);
  const json = { areas, ...(!named && { forecasters }) };
  return { json, text: table(COLUMNS, rows), note, hasFailed: note.length > 0 };
}

type Named = { readonly area: string } | { readonly forecaster: string };

const nameIn = (report: Named): string => ('area' in report ? report.area : report.forecaster);

function reportOf(code: string, { runs, head, firstBreak }: ChainReport) {
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
