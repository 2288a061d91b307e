// Converts a research file to the general CSV: `npm run build && node examples/weather-converters/convert.mjs IN.csv[.gz] OUT.csv[.gz]`.
import { generalCsv } from './src/convert.mjs';
import { readCsv, writeCsv } from './src/files.mjs';

const [from, to] = process.argv.slice(2);
if (from === undefined || to === undefined) {
  process.stderr.write('usage: node convert.mjs IN.csv[.gz] OUT.csv[.gz]\n');
  process.exit(2);
}
writeCsv(to, generalCsv(readCsv(from)));
