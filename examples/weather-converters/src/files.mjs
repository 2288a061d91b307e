import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';

/** The text of a CSV file, plain or gzip. @param {string} path */
export function readCsv(path) {
  const bytes = readFileSync(path);
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** A gzip member may follow another: pieces are packed as they come. */
const MEMBER_CHARACTERS = 1 << 24;

/** Writes a CSV file, gzip where its name ends with `.gz`. @param {string} path @param {Iterable<string>} pieces */
export function writeCsv(path, pieces) {
  const file = openSync(path, 'w');
  const write = (/** @type {string} */ text) => {
    const bytes = path.endsWith('.gz') ? gzipSync(text) : Buffer.from(text);
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
  };
  try {
    let text = '';
    for (const piece of pieces) {
      text += piece;
      if (text.length < MEMBER_CHARACTERS) continue;
      write(text);
      text = '';
    }
    write(text);
  } finally {
    closeSync(file);
  }
}
