import { describe, expect, test } from 'vitest';
import { areaById } from '../../areas/contract-areas.js';
import { SyntheticData, type SyntheticDataOptions } from '../../testing/synthetic-data.js';
import { HOUR_MS } from '../../time/instant.js';
import { AreaInputsReader } from '../area-inputs-reader.js';
import { localDayNumber } from '../inputs/local-days.js';
import { monthlyRefit } from '../inputs/training-cutoff.js';
import { AreaFits, type FittedInputs } from './area-fits.js';

/** The test area is kept out of the global model, whose ten areas cost more than these tests need. */
const AREA = { ...areaById('nyiso'), inGlobalModel: false };
const START = Date.UTC(2015, 9, 1);
const ISSUED_AT = Date.UTC(2016, 9, 12, 14);
const REFIT = monthlyRefit(ISSUED_AT);
const DAY = localDayNumber(AREA.timezone, ISSUED_AT);

const dataOf = (offers: Partial<SyntheticDataOptions> = {}) =>
  new SyntheticData('NYIS', { start: START, days: 420, ...offers });

function readOf(data: SyntheticData) {
  const reader = new AreaInputsReader(AREA, data);
  const inputs = reader.read(reader.load('NYIS', AREA, REFIT, ISSUED_AT)!, REFIT, ISSUED_AT, DAY);
  return { inputs, fingerprint: reader.fingerprint(inputs, REFIT) };
}

function fitOf(data: SyntheticData) {
  const fits = new AreaFits();
  const { inputs, fingerprint } = readOf(data);
  const fitted = fits.fit(REFIT, inputs, fingerprint);
  return { fits, fitted, fingerprint, state: fits.state! };
}

const idsOf = ({ own, grids, adjacent, areas }: FittedInputs) => ({
  own: own.id,
  grids: grids.map(({ id }) => id),
  adjacent: adjacent.map(({ id }) => id),
  areas: areas.map(({ id }) => id),
});

/** What the climatology of each series gives for the issue day. */
function logsOf({ own, grids, adjacent }: FittedInputs): Float64Array[] {
  return [own, ...grids, ...adjacent].map(({ climatology }) => {
    const out = new Float64Array(24);
    climatology.writeLogs(DAY, REFIT.trainingCutoff, out, 0);
    return out;
  });
}

describe('a fit kept and taken over by another process is the same', () => {
  test.each<{ name: string; offers: Partial<SyntheticDataOptions> }>([
    { name: 'load alone', offers: {} },
    { name: 'a neighbour', offers: { neighbours: ['PJM'] } },
    { name: 'weather', offers: { weather: true } },
  ])('$name', ({ offers }) => {
    const { fitted, state, fingerprint } = fitOf(dataOf(offers));
    const { inputs } = readOf(dataOf(offers));
    const kept = new AreaFits().kept(REFIT, inputs, fingerprint, () => structuredClone(state))!;
    expect(idsOf(kept)).toEqual(idsOf(fitted));
    expect(state.fittedDays).toBeGreaterThan(300);
    expect(logsOf(kept)).toEqual(logsOf(fitted));
    expect(
      logsOf(kept)
        .flatMap((logs) => [...logs])
        .every(Number.isFinite),
    ).toBe(true);
    expect(kept.response === undefined).toBe(!offers.weather);
    const { trainingCutoff } = REFIT;
    expect(kept.response?.coefficientsOf(trainingCutoff)).toEqual(fitted.response?.coefficientsOf(trainingCutoff));
  });
});

test('a fit of this process is taken over without reading its state', () => {
  const { fits, fitted, fingerprint } = fitOf(dataOf());
  const unread = () => expect.fail('the state was read');
  const kept = fits.kept(REFIT, readOf(dataOf()).inputs, fingerprint, unread)!;
  expect(logsOf(kept)).toEqual(logsOf(fitted));
});

test.each([
  { name: 'there is no state', stateOf: () => undefined },
  { name: 'its fingerprint is another', stateOf: (state: object) => ({ ...state, fingerprint: 'of other inputs' }) },
])('nothing is taken over where $name', ({ stateOf }) => {
  const { state, fingerprint } = fitOf(dataOf());
  const fits = new AreaFits();
  const read = () => stateOf(structuredClone(state)) as typeof state | undefined;
  expect(fits.kept(REFIT, readOf(dataOf()).inputs, fingerprint, read)).toBeUndefined();
  expect(fits.state).toBeUndefined();
});

test('a neighbour with too short a history is in neither the fit nor the state', () => {
  const data = dataOf({ neighbours: ['PJM'] });
  const load = data.loads.get('PJM')!;
  const from = (ISSUED_AT - START) / HOUR_MS - 100 * 24;
  data.loads.set('PJM', { ...load, knownAtMs: load.knownAtMs.map((at, hour) => (hour < from ? Number.NaN : at)) });
  const { fitted, state } = fitOf(data);
  const whole = fitOf(dataOf({ neighbours: ['PJM'] }));
  const seriesOf = ({ grids, adjacent }: typeof state) => [...grids, ...adjacent].map(({ id }) => id);
  expect(seriesOf(whole.state)).toContain('PJM');
  expect(seriesOf(state)).not.toContain('PJM');
  expect([...fitted.grids, ...fitted.adjacent]).toEqual([]);
});

test('before any fit there is no state', () => expect(new AreaFits().state).toBeUndefined());
