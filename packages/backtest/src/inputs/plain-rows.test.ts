import { Areas, CONTRACT_AREAS } from '@loadcast/core';
import { expect, test } from 'vitest';
import { plainRows, readRows } from './plain-rows.js';

test('areas cross to a thread with their calendars, neighbors and codes, also one that the contract has not', () => {
  const tva = {
    ...CONTRACT_AREAS.byId('miso'),
    id: 'eia-tva',
    series: 'TVA',
    codes: { a: [{ code: 'TVA' }], b: [], c: [], oasis: [] },
  };
  const areas = new Areas([...CONTRACT_AREAS.list, tva]);
  const there = readRows(structuredClone(plainRows(areas.list)));
  const named = ({ list }: Areas) => list.map(({ areas: _, calendar, ...row }) => ({ ...row, calendar: calendar.id }));
  expect(named(there)).toEqual(named(areas));
  expect(there.byId('eia-tva').calendar).toBe(areas.byId('eia-tva').calendar);
  expect(there.byId('eia-tva').areas).toBe(there);
});
