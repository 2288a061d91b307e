// Makes forecasts from observed temperature: `npm run build && node examples/weather-converters/simulate-forecasts.mjs OBSERVED.csv[.gz] OUT.csv[.gz] CAISO,PJM [SEED]`.
import { readCsv, writeCsv } from './src/files.mjs';
import { simulatedCsv } from './src/simulate.mjs';

const [from, to, areas, seed = '1'] = process.argv.slice(2);
if (from === undefined || to === undefined || areas === undefined) {
  process.stderr.write('usage: node simulate-forecasts.mjs OBSERVED.csv[.gz] OUT.csv[.gz] AREA[,AREA] [SEED]\n');
  process.exit(2);
}
writeCsv(to, simulatedCsv(readCsv(from), { areas: areas.split(','), seed }));
