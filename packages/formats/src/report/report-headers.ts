import type { EpochMs } from '@loadcast/core';
import { isoUtc } from '../query/wire-time.js';
import { countRows, type ReportBlock, type RunPart } from './rows/report-blocks.js';

/** When the newest forecast in an answer was issued; nothing where there is none. */
export function issueHeader(issuedAt: EpochMs | undefined): Readonly<Record<string, string>> {
  return issuedAt === undefined ? {} : { 'x-forecast-issued-at': isoUtc(issuedAt) };
}

/**
 * Headers of a report: when its newest forecast was issued, how many rows its range has for the requested areas and
 * runs, and how many of them have no value.
 */
export function reportHeaders(
  parts: readonly RunPart[],
  blocks: readonly ReportBlock[],
): Readonly<Record<string, string>> {
  const expected = parts.reduce((rows, { valueMw }) => rows + valueMw.length, 0);
  const issues = parts.flatMap(({ newest }) => newest?.issuedAt ?? []);
  return {
    ...issueHeader(issues.length === 0 ? undefined : Math.max(...issues)),
    'x-rows-expected': String(expected),
    'x-rows-missing': String(expected - countRows(blocks)),
  };
}

/** A reply with more headers; its own win. */
export function withHeaders<R extends { readonly headers: Readonly<Record<string, string>> }>(
  reply: R,
  headers: Readonly<Record<string, string>>,
): R {
  return { ...reply, headers: { ...headers, ...reply.headers } };
}
