import { areaById, type ForecastData, foldBlocks } from '@loadcast/core';
import { expect, test } from 'vitest';
import { type BacktestInput, selectInputs } from './select-inputs.js';

const series = foldBlocks([]);
const everything: ForecastData = {
  load: () => series,
  operatorForecast: () => series,
  weather: () => ({ points: [] }),
};

const seen = (area: 'pjm' | 'pge', inputs: readonly BacktestInput[]): string[] => {
  const data = selectInputs(everything, areaById(area), inputs);
  const ids = ['PJM', 'MISO', 'CISO', 'CISO-PGAE'];
  return [
    ...ids.filter((id) => data.load(id)).map((id) => `load ${id}`),
    ...ids.filter((id) => data.operatorForecast(id)).map((id) => `operator ${id}`),
    ...(data.weather(area) ? ['weather'] : []),
  ];
};

const LOADS = ['load PJM', 'load MISO', 'load CISO', 'load CISO-PGAE'];
const OPERATORS = ['operator PJM', 'operator MISO', 'operator CISO', 'operator CISO-PGAE'];

test.each([
  { area: 'pjm', inputs: ['own'], sees: ['load PJM'] },
  { area: 'pjm', inputs: ['own', 'neighbours'], sees: LOADS },
  { area: 'pjm', inputs: ['own', 'operator'], sees: ['load PJM', 'operator PJM'] },
  { area: 'pge', inputs: ['own', 'operator-today'], sees: ['load CISO-PGAE', 'operator CISO'] },
  { area: 'pjm', inputs: ['own', 'weather'], sees: ['load PJM', 'weather'] },
  { area: 'pjm', inputs: ['own', 'neighbours', 'operator', 'weather'], sees: [...LOADS, ...OPERATORS, 'weather'] },
] as const)('$area with $inputs sees $sees', ({ area, inputs, sees }) => {
  expect(seen(area, inputs)).toEqual(sees);
});

test('areas that may see the same get the same object', () => {
  const inputs = ['own', 'neighbours'] as const;
  expect(selectInputs(everything, areaById('pjm'), inputs)).toBe(selectInputs(everything, areaById('pge'), inputs));
});
