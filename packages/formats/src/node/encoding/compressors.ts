import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { ContentCoding } from './content-coding.js';

export type Compressed = Exclude<ContentCoding, 'identity'>;

interface Compressor {
  whole(bytes: Uint8Array): Promise<Buffer>;
  stream(): Transform;
}

const gzipBytes = promisify<Uint8Array, { level: number }, Buffer>(gzip);
const brotliBytes = promisify<Uint8Array, { params: Record<number, number> }, Buffer>(brotliCompress);

/** Fast: JSON and CSV of numbers shrink to a sixth already. */
const GZIP = { level: 1 };
const BROTLI = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
};

export const COMPRESSORS: Readonly<Record<Compressed, Compressor>> = {
  br: { whole: (bytes) => brotliBytes(bytes, BROTLI), stream: () => createBrotliCompress(BROTLI) },
  gzip: { whole: (bytes) => gzipBytes(bytes, GZIP), stream: () => createGzip(GZIP) },
};
