import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { HOUR_MS, type IncomingSeries, type SeriesKey } from '@loadcast/core';
import { parseEpochMs } from '@loadcast/core/time';

/** EIA-930 (U.S. Energy Information Administration, public domain), made by `write-recorded-load.ts`. */
const FILE = new URL('./recorded-load.txt.gz', import.meta.url);
const SHA256 = '1eaa2b655494ca13db4715fc33c26f4d540658afd5ac3a6f453f68b4e30888c7';

/** Read as missing: CAISO's load is up to 6 GW below its operator's forecast, and PJM's operator forecasts a third of its load. */
const PARTIAL = [
  { series: 'CISO', from: '2019-02-01T08:00Z', to: '2019-05-10T07:00Z' },
  { series: 'PJM', from: '2015-07-01T00:00Z', to: '2015-07-29T04:00Z' },
];

/**
 * The recorded load of the contract's areas, hourly, clock faults corrected: the seven grids from July 2015 to June 2019 with their
 * operators' day-ahead forecasts, the four utilities of California from 2020 to 2023.
 *
 * @throws {Error} the file is missing, or has other bytes than it was made with
 */
export function readRecordedLoad(): IncomingSeries[] {
  const packed = readFileSync(FILE);
  if (createHash('sha256').update(packed).digest('hex') !== SHA256) {
    throw new Error('recorded-load.txt.gz is damaged: its SHA-256 is not the one that it was made with');
  }
  return gunzipSync(packed).toString('latin1').trimEnd().split('\n').map(readLine);
}

function readLine(line: string): IncomingSeries {
  const [series = '', measure, from = '', differences = ''] = line.split(' ');
  let mw = 0;
  const valuesMw = Float64Array.from(differences.split(','), (text) => {
    if (text === '') return Number.NaN;
    mw += Number(text);
    return mw;
  });
  const start = parseEpochMs(from);
  for (const part of PARTIAL.filter((each) => each.series === series)) {
    const [first, end] = [part.from, part.to].map((at) => Math.max(0, (parseEpochMs(at) - start) / HOUR_MS));
    valuesMw.fill(Number.NaN, first, end);
  }
  return { key: { series, measure: measure as SeriesKey['measure'] }, start, valuesMw };
}
