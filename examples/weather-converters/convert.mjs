// Converts a research file to the general CSV: `npm run build && node examples/weather-converters/convert.mjs IN.csv[.gz] OUT.csv[.gz]`.
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { generalCsv } from './src/convert.mjs';

const [from, to] = process.argv.slice(2);
if (from === undefined || to === undefined) {
  process.stderr.write('usage: node convert.mjs IN.csv[.gz] OUT.csv[.gz]\n');
  process.exit(2);
}
const bytes = readFileSync(from);
const text = (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8');
const general = [...generalCsv(text)].join('');
writeFileSync(to, to.endsWith('.gz') ? gzipSync(general) : general);
