import { describe, expect, test } from 'vitest';
import { dayNumber } from '../../calendar/holiday-calendar.js';
import { pseudoRandom } from '../../testing/measured-days.js';
import { cutoffsUpTo, type Refit } from '../inputs/training-cutoff.js';
import type { Regression, VisitFit } from './lagged-regression.js';
import { Member, type MemberDesign } from './member.js';

const [JANUARY, FEBRUARY, MARCH, APRIL] = [
  dayNumber(2023, 12, 31),
  dayNumber(2024, 1, 31),
  dayNumber(2024, 2, 29),
  dayNumber(2024, 3, 31),
];
const refitAt = (trainingCutoff: number): Refit => ({ refitAt: 0, trainingCutoff });

/** Rows 1, 10 and 100 of own load, neighbors and weather; baseline 9, climatology 8.5. */
function designOf(targetOf: (day: number) => number = () => 0) {
  const opened: string[] = [];
  const design: MemberDesign = {
    size: 3,
    penalties: Float64Array.of(1, 1, 1),
    lastLeadDay: 1,
    firstDay: dayNumber(2023, 1, 1),
    ownFeatures: 1,
    loadFeatures: 2,
    remainderKind: 'weather',
    ridge: () => 1,
    open(view, trainingCutoff, from, to) {
      opened.push(`${view} ${trainingCutoff} ${from}..${to}`);
      return {
        isUsable: () => true,
        writeRow: (_day, out, at) => out.set([1, 10, 100], at),
        writeTargets: (day, out, at) => out.fill(targetOf(day), at, at + 48),
        addBaseline(_day, logs) {
          for (let i = 0; i < logs.length; i++) logs[i]! += 9;
        },
      };
    },
    writeClimatology: (_day, _cutoff, out, at) => void out.fill(8.5, at, at + 24),
  };
  return { design, opened };
}

/** Every hour's weights of a fit: the months since 2023 for the own feature, and two that stay. */
const weightsOf = (trainingCutoff: number) =>
  Float64Array.from({ length: 48 * 3 }, (_, i) => [trainingCutoff - JANUARY, 0.002, 0.0003][i % 3]!);

/** A regression whose fits say which cutoff they are of. */
function monthlyRegression() {
  const asked: number[] = [];
  const regression: Regression = {
    rows: 500,
    restart() {
      Object.assign(regression, { rows: 0 });
    },
    advance(refit: Refit, wantFrom: number, visit: VisitFit) {
      asked.push(wantFrom);
      const cutoffs = cutoffsUpTo(refit, JANUARY - 40);
      cutoffs.forEach((cutoff, i) => {
        if (cutoff >= wantFrom) visit(cutoff, cutoffs[i + 1] ?? cutoff, weightsOf(cutoff));
      });
    },
  };
  return { regression, asked };
}

function memberAt(refit: number, pastFrom: number) {
  const { design, opened } = designOf();
  const { regression, asked } = monthlyRegression();
  const member = new Member(design, regression);
  member.advance(refitAt(refit), pastFrom);
  return { member, opened, asked };
}

/** The log of the first hour, without the baseline and what the constant weights give. */
const fitOf = (logs: Float64Array) => JANUARY + Math.round(logs[0]! - 9 - 0.05);

describe('past forecasts', () => {
  test.each([
    { name: 'the first day of a month', day: FEBRUARY, fit: FEBRUARY },
    { name: 'the last day before the next', day: MARCH - 1, fit: FEBRUARY },
    { name: 'a leap day, the next month’s cutoff', day: MARCH, fit: MARCH },
  ])('are by the fit of their own month: $name', ({ day, fit }) => {
    const { member } = memberAt(APRIL, JANUARY);
    expect(member.past.get(day)).toHaveLength(48);
    expect(fitOf(member.past.get(day)!)).toBe(fit);
  });

  test.each([
    { name: 'from a cutoff', pastFrom: FEBRUARY, first: FEBRUARY },
    { name: 'from within a month: from the next cutoff', pastFrom: FEBRUARY + 1, first: MARCH },
    { name: 'from the refit on: none', pastFrom: APRIL, first: undefined },
  ])('are of days $name to before the refit', ({ pastFrom, first }) => {
    const days = [...memberAt(APRIL, pastFrom).member.past.keys()];
    expect([days[0], days.at(-1)]).toEqual([first, first && APRIL - 1]);
    expect(days).toHaveLength(first ? APRIL - first : 0);
  });

  test('older ones are deleted at a later refit, the others stay', () => {
    const { member } = memberAt(MARCH, JANUARY);
    const kept = member.past.get(FEBRUARY);
    member.advance(refitAt(APRIL), FEBRUARY);
    expect(Math.min(...member.past.keys())).toBe(FEBRUARY);
    expect(member.past.get(FEBRUARY)).toEqual(kept);
  });

  test('read the training view, each month by its own cutoff', () => {
    const { opened } = memberAt(APRIL, FEBRUARY);
    expect(opened).toEqual([
      `trainingView ${FEBRUARY} ${FEBRUARY}..${MARCH}`,
      `trainingView ${MARCH} ${MARCH}..${APRIL}`,
    ]);
  });

  test('do not see targets from their cutoff on', () => {
    const random = (day: number) => pseudoRandom(day) - 0.5;
    const pastOf = (targetOf: (day: number) => number) => {
      const member = new Member(designOf(targetOf).design);
      member.advance(refitAt(APRIL), JANUARY);
      return member.past;
    };
    const clean = pastOf(random);
    const changed = pastOf((day) => (day >= JANUARY ? 5 : random(day)));
    for (let day = JANUARY; day < FEBRUARY; day++) expect(changed.get(day)).toEqual(clean.get(day));
    expect(changed.get(APRIL - 1)).not.toEqual(clean.get(APRIL - 1));
  });
});

test('the same refit again fits nothing', () => {
  const { member, asked } = memberAt(APRIL, MARCH);
  member.advance(refitAt(APRIL), MARCH);
  expect(asked).toEqual([MARCH]);
});

test('days are forecast by the newest fit, as known at the issue', () => {
  const { member, opened } = memberAt(APRIL, MARCH);
  const logs = member.predict(APRIL, APRIL + 3);
  expect(logs.map(fitOf)).toEqual([APRIL, APRIL, APRIL]);
  expect(opened.at(-1)).toBe(`issueView ${APRIL} ${APRIL}..${APRIL + 3}`);
  expect(member.predict(APRIL, APRIL)).toEqual([]);
});

test('without its training rows a member forecasts the same, and has as many rows', () => {
  const { member } = memberAt(APRIL, MARCH);
  const before = member.predict(APRIL + 4, APRIL + 5);
  member.dropPast();
  expect(member.rows).toBe(500);
  expect(member.predict(APRIL + 4, APRIL + 5)).toEqual(before);
});

test('parts: own load, neighbours, and the rest with what the baseline adds to climatology', () => {
  const { member, opened } = memberAt(APRIL, MARCH);
  const { logs, own, neighbours, remainder, remainderKind } = member.explain(APRIL + 4);
  expect(opened.at(-1)).toBe(`issueView ${APRIL} ${APRIL + 4}..${APRIL + 5}`);
  expect(remainderKind).toBe('weather');
  expect(logs).toEqual(member.predict(APRIL + 4, APRIL + 5)[0]);
  for (const output of [0, 47]) {
    expect(own[output]).toBe(APRIL - JANUARY);
    expect(neighbours[output]).toBeCloseTo(0.02, 12);
    expect(remainder[output]).toBeCloseTo(0.5 + 0.03, 9);
    expect(8.5 + own[output]! + neighbours[output]! + remainder[output]!).toBeCloseTo(logs[output]!, 9);
  }
});
