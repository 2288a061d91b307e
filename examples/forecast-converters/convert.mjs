// Converts kept forecasts to the general CSV: `npm run build && node examples/forecast-converters/convert.mjs TIMES.csv[.gz] FORECASTS.csv[.gz]... OUT.csv[.gz]`.
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { generalCsv } from './src/convert.mjs';

const [times, ...files] = process.argv.slice(2);
const to = files.pop();
if (times === undefined || to === undefined || files.length === 0) {
  process.stderr.write('usage: node convert.mjs TIMES.csv[.gz] FORECASTS.csv[.gz]... OUT.csv[.gz]\n');
  process.exit(2);
}
const general = generalCsv(textOf(times), files.map(textOf));
writeFileSync(to, to.endsWith('.gz') ? gzipSync(general) : general);

/** @param {string} path */
function textOf(path) {
  const bytes = readFileSync(path);
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8');
}
