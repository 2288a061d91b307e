import { expect, test } from 'vitest';
import { foldBlocks } from '../series/known-series.js';
import { HOUR_MS } from '../time/instant.js';
import { operatorAtGate } from './operator-at-gate.js';

const GATE = 100 * HOUR_MS;
const version = (mw: number, knownHour: number) =>
  ({ start: 0, values: Float64Array.of(mw), known: { kind: 'at', at: knownHour * HOUR_MS } }) as const;

test.each([
  { name: 'published before the gate', versions: [version(10, 99)], mw: 10, knownHour: 99 },
  { name: 'changed after the gate: the one of the gate', versions: [version(10, 99), version(20, 101)], mw: 10 },
  { name: 'changed before the gate: the newest', versions: [version(10, 98), version(20, 99)], mw: 20 },
  { name: 'published after the gate only', versions: [version(10, 110)], mw: 10, knownHour: 110 },
  { name: 'changed after that: the first', versions: [version(10, 110), version(20, 120)], mw: 10, knownHour: 110 },
  { name: 'the first is not known yet', versions: [version(10, 131)], mw: Number.NaN, knownHour: Number.NaN },
  { name: 'no run was chosen yet', gate: Number.NaN, versions: [version(10, 99), version(20, 120)], mw: 20 },
  { name: 'a forecast of nothing is none', versions: [version(0, 99)], mw: Number.NaN, knownHour: Number.NaN },
  { name: 'never published', versions: [], mw: Number.NaN, knownHour: Number.NaN },
])('$name', ({ versions, mw, knownHour, gate = GATE }) => {
  const { operatorMw, operatorKnownAtMs } = operatorAtGate(foldBlocks(versions), 0, [gate], 130 * HOUR_MS);
  expect(operatorMw).toEqual(Float64Array.of(mw));
  if (knownHour !== undefined) expect(operatorKnownAtMs).toEqual(Float64Array.of(knownHour * HOUR_MS));
});
