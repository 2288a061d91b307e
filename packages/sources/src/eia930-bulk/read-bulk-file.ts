import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { createGunzip } from 'node:zlib';
import {
  type EpochMs,
  foreignFormat,
  type IncomingSeries,
  isAmong,
  type Observations,
  type SeriesKey,
} from '@loadcast/core';
import { correctClocks } from '../eia930/correct-clocks.js';
import { BulkParser, type ParsedBulk } from './bulk-parser.js';
import { BadLine, RefusedFile } from './refused-file.js';

export interface ReadBulkOptions {
  readonly now: EpochMs;
  /** The series to keep: `wantedSeries`. Default: every series and measure of the file. */
  readonly wanted?: readonly SeriesKey[];
  /** Move hours that EIA is known to label wrongly. Default true. */
  readonly clockCorrections?: boolean;
  /** The lines of a file of another format, under EIA's header. Default: the file is read as CSV. */
  readonly lines?: AsyncIterable<Buffer>;
  /** Bytes of the file read so far. */
  readonly onProgress?: (bytesRead: number) => void;
}

/** One six-month file, read whole. */
export interface BulkFile extends Omit<ParsedBulk, 'runs'> {
  readonly observations: Observations;
  /** Values moved by the clock corrections. */
  readonly movedHours: number;
}

const CHUNK_BYTES = 262_144;

/**
 * Reads an EIA-930 six-month file, BALANCE or SUBREGION, plain or gzip, also a pipe; its name does not matter.
 *
 * @param path `-` is standard input
 *
 * @throws {RefusedFile} with line and reason: nothing of such a file should be kept
 */
export async function readBulkFile(path: string, options: ReadBulkOptions): Promise<BulkFile> {
  const source = basename(path);
  const keeps = options.wanted ? isAmong(options.wanted) : () => true;
  const parser = new BulkParser({ now: options.now, keeps });
  try {
    for await (const chunk of options.lines ?? (await inflated(path, options.onProgress))) parser.push(chunk);
    return corrected(source, parser.finish(), options.clockCorrections ?? true);
  } catch (error) {
    throw refusal(path, error);
  }
}

async function inflated(path: string, onProgress?: (bytes: number) => void): Promise<AsyncIterable<Buffer>> {
  const raw = createReadStream(path, { highWaterMark: CHUNK_BYTES, ...(path === '-' && { fd: 0 }) });
  // A pipe cannot be read twice: its first bytes are put back.
  await once(raw, 'readable');
  const beginning: Buffer = raw.read() ?? Buffer.alloc(0);
  const foreign = foreignFormat(beginning);
  if (foreign !== undefined) {
    raw.destroy();
    throw new BadLine(0, foreign);
  }
  if (beginning.length > 0) raw.unshift(beginning);
  if (onProgress) raw.on('data', () => onProgress(raw.bytesRead));
  if (beginning[0] !== 0x1f || beginning[1] !== 0x8b) return raw;
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  raw.on('error', (error) => gunzip.destroy(error));
  return raw.pipe(gunzip);
}

function corrected(file: string, { runs, ...parsed }: ParsedBulk, clockCorrections: boolean): BulkFile {
  const series: IncomingSeries[] = [];
  const provenance: Record<string, string | number | boolean> = {
    format: `EIA-930 six-month ${parsed.kind.toUpperCase()}`,
    clock_corrections: clockCorrections,
  };
  let movedHours = 0;
  for (const run of runs) {
    const result = clockCorrections ? correctClocks(run) : { series: run, movedHours: 0 };
    series.push(result.series);
    movedHours += result.movedHours;
    if (result.movedHours > 0) provenance[`clock_moved_hours ${run.key.series} ${run.key.measure}`] = result.movedHours;
  }
  return { ...parsed, observations: { source: file, provenance, series }, movedHours };
}

const SYSTEM_REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EISDIR: 'this is a directory',
  EACCES: 'not readable',
  Z_BUF_ERROR: 'the gzip stream is cut short',
};

/** What to throw for an error: a refusal when the file is at fault, the error itself when we are. */
function refusal(file: string, error: unknown): unknown {
  if (error instanceof BadLine) return new RefusedFile(file, error.line, error.message, { cause: error });
  if (!(error instanceof Error && 'code' in error)) return error;
  const code = String(error.code);
  const corrupt = code.startsWith('Z_') ? `the gzip stream is corrupt (${error.message})` : error.message;
  return new RefusedFile(file, 0, SYSTEM_REASONS[code] ?? corrupt, { cause: error });
}
