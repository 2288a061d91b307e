import { addDays, areaById, type EpochMs, gateInstant, HOUR_MS, localDay } from '@loadcast/core';
import { operatingDayWindow } from '@loadcast/core/time';
import { saidForecast, saidLoad } from '../simulated-grid-upstream.js';
import { START } from '../stepped-service.js';

export const DAYS = 40;
export const PJM = areaById('pjm');
/** Long after the last day: every hour of load has its final value. */
const MUCH_LATER = START + 90 * 24 * HOUR_MS;

export interface HandedInHour {
  readonly start: EpochMs;
  readonly valueMw: number;
  readonly p10Mw: number;
  readonly p90Mw: number;
}

/** Something that a submitter does. */
export interface Attempt {
  readonly forecaster: string;
  readonly at: EpochMs;
  /** The idempotency key. A withdrawal is of the run that was handed in under it. */
  readonly key: string;
  readonly does: 'hands in' | 'withdraws';
  readonly hours: readonly HandedInHour[];
  /** Absent: the service takes it. */
  readonly refusal?: RegExp;
  /** Whether its hours are what is scored for their day. */
  readonly counts: boolean;
}

/** The operating day that is forecast on a day of the drill. */
export function forecastDay(day: number): string {
  return addDays(localDay(PJM.marketTimezone, START + 12 * HOUR_MS), day + 1);
}

export const gateOf = (day: number): EpochMs => gateInstant(PJM, 'DAM', forecastDay(day));

/** The load of an hour as it is finally reported; undefined: it is never reported. */
export const finalLoad = (start: EpochMs): number | undefined => saidLoad(PJM.series, start, MUCH_LATER) ?? undefined;

/** What the submitters do on a day, in order of time. */
export function attemptsOn(day: number, withCheat: boolean): Attempt[] {
  const cheats = withCheat ? CHEATS[day % CHEATS.length]!(day) : [];
  return [...HONEST(day), ...COPIER(day), ...cheats].sort((a, b) => a.at - b.at);
}

/** The hours of the day that is forecast, each of them as `mw` says. */
function hoursOf(day: number, mw: (start: EpochMs, hour: number) => number): HandedInHour[] {
  const { start, end } = operatingDayWindow(PJM.marketTimezone, forecastDay(day));
  return Array.from({ length: (end - start) / HOUR_MS }, (_, hour) => {
    const valueMw = Math.round(mw(start + hour * HOUR_MS, hour));
    return { start: start + hour * HOUR_MS, valueMw, p10Mw: valueMw - 150, p90Mw: valueMw + 250 };
  });
}

const MINUTE_MS = 60_000;
const near = (start: EpochMs): number => finalLoad(start) ?? saidForecast(PJM.series, start);
const truth = (day: number) => hoursOf(day, near);
const runIn = (forecaster: string, day: number, minutesToGate: number, hours: readonly HandedInHour[]): Attempt => ({
  ...{ forecaster, at: gateOf(day) - minutesToGate * MINUTE_MS, hours },
  ...{ key: `${forecaster}-${forecastDay(day)}`, does: 'hands in', counts: minutesToGate >= 0 },
});

/** Near the load, with errors of its own, two hours before the gate; every third day a better run follows in the last minute. */
const HONEST = (day: number): Attempt[] => {
  const first = runIn(
    'fct_honest',
    day,
    120,
    hoursOf(day, (start, hour) => near(start) * (1 + 0.02 * Math.sin(day + hour))),
  );
  if (day % 3 > 0) return [first];
  const better = runIn(
    'fct_honest',
    day,
    0,
    hoursOf(day, (start, hour) => near(start) * (1 + 0.01 * Math.cos(day + hour))),
  );
  return [
    { ...first, counts: false },
    { ...better, key: `${better.key}-2` },
  ];
};

/** The operator's own forecast, which is out by then. */
const COPIER = (day: number): Attempt[] => [
  runIn(
    'fct_copier',
    day,
    30,
    hoursOf(day, (start) => saidForecast(PJM.series, start)),
  ),
];

/** What the cheat tries, a day each. */
const CHEATS: readonly ((day: number) => Attempt[])[] = [
  function comesLate(day) {
    return [runIn('fct_cheat', day, -1, truth(day))];
  },
  function altersAfterTheGate(day) {
    const bad = runIn(
      'fct_cheat',
      day,
      10,
      hoursOf(day, (start) => near(start) * 1.1),
    );
    const altered = { ...runIn('fct_cheat', day, -300, truth(day)), key: bad.key };
    return [bad, { ...altered, refusal: /^Idempotency-Key: another key for other rows$/ }];
  },
  function doublesAnHour(day) {
    const run = runIn('fct_cheat', day, 10, truth(day));
    const doubled = [...run.hours, run.hours[5]!];
    const refusal = new RegExp(`nothing was kept: row ${doubled.length + 1}: row 7 already has this hour$`);
    return [{ ...run, hours: doubled, counts: false, refusal }];
  },
  function sendsKilowatts(day) {
    const run = runIn(
      'fct_cheat',
      day,
      10,
      hoursOf(day, (start) => near(start) * 1000),
    );
    return [{ ...run, counts: false, refusal: /nothing was kept: row 2: .*row 3: / }];
  },
  function withdrawsAMiss(day) {
    const miss = runIn(
      'fct_cheat',
      day,
      10,
      hoursOf(day, (start) => near(start) * 0.8),
    );
    return [miss, { ...miss, at: gateOf(day) + MINUTE_MS, does: 'withdraws', counts: false }];
  },
  function withdrawsInTime(day) {
    const run = runIn('fct_cheat', day, 10, truth(day));
    return [
      { ...run, counts: false },
      { ...run, at: gateOf(day) - MINUTE_MS, does: 'withdraws', counts: false },
    ];
  },
];
