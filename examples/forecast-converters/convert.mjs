// Prints kept forecasts as the general CSV: `npm run build && node examples/forecast-converters/convert.mjs TIMES.csv.gz FORECASTS.csv.gz... > OUT.csv`.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { generalCsv } from './src/convert.mjs';

const [times = '', ...forecasts] = process.argv.slice(2).map((path) => gunzipSync(readFileSync(path)).toString());
process.stdout.write(generalCsv(times, forecasts));
