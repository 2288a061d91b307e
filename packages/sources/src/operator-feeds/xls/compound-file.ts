import { FeedError } from '../feed-error.js';

const MAGIC = 'd0cf11e0a1b11ae1';
const END_OF_CHAIN = 0xfffffffa;
const ENTRY_BYTES = 128;

/**
 * One stream of a compound file (MS-CFB), the container of `.xls`. Streams below 4096 bytes and files above 7 MB, whose
 * sector tables are elsewhere, are not read: the report has one stream of 40 kB.
 *
 * @throws {FeedError} `unexpected`: no compound file, or none with such a stream; `cut_short`: a sector is not there
 */
export function readStream(file: Buffer, name: string): Buffer {
  if (file.length < 512 || file.toString('hex', 0, 8) !== MAGIC)
    throw new FeedError('unexpected', 'the reply is no .xls file');
  const sectorBytes = 1 << file.readUInt16LE(30);
  if (sectorBytes !== 512 && sectorBytes !== 4096) throw new FeedError('unexpected', 'the .xls file has odd sectors');
  const sector = (index: number): Buffer => {
    const at = (index + 1) * sectorBytes;
    if (at + sectorBytes > file.length) throw new FeedError('cut_short', 'the .xls file is cut short');
    return file.subarray(at, at + sectorBytes);
  };
  const table: Buffer[] = [];
  for (let at = 76; at < 512; at += 4)
    if (file.readUInt32LE(at) < END_OF_CHAIN) table.push(sector(file.readUInt32LE(at)));
  const next = Buffer.concat(table);
  const chain = (first: number): Buffer => {
    const sectors: Buffer[] = [];
    for (let index = first; index < END_OF_CHAIN; index = next.readUInt32LE(4 * index)) {
      if (4 * index + 4 > next.length || sectors.length > file.length / sectorBytes)
        throw new FeedError('cut_short', 'the .xls file has a broken chain of sectors');
      sectors.push(sector(index));
    }
    return Buffer.concat(sectors);
  };
  const directory = chain(file.readUInt32LE(48));
  for (let at = 0; at + ENTRY_BYTES <= directory.length; at += ENTRY_BYTES) {
    const nameBytes = directory.readUInt16LE(at + 64);
    if (nameBytes < 2 || directory.toString('utf16le', at, at + nameBytes - 2) !== name) continue;
    const size = directory.readUInt32LE(at + 120);
    const stream = chain(directory.readUInt32LE(at + 116));
    if (size < 4096 || stream.length < size) throw new FeedError('cut_short', `the stream ${name} is cut short`);
    return stream.subarray(0, size);
  }
  throw new FeedError('unexpected', `the .xls file has no stream ${name}`);
}
