import { HOUR_MS, wallTime } from '../../time/wall-clock.js';
import { type Comparison, hasOperator } from '../comparison.js';

export interface HourError {
  readonly startMs: number;
  /** `2026-11-21`, on the grid's clock. */
  readonly day: string;
  /** 0 is Sunday. */
  readonly weekday: number;
  readonly hour: number;
  readonly loadMw: number;
  readonly forecastMw: number;
  /** Null where the operator's forecast of the hour is not known. */
  readonly operatorMw: number | null;
  readonly isOperatorLate: boolean;
  readonly p10: number | null;
  readonly p90: number | null;
  /** From the issue of the forecast to the begin of the hour; null where it is not known. */
  readonly leadHours: number | null;
}

/** Fewer hours say nothing about a day. */
const LEAST_HOURS = 20;

const WEEKDAYS = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ');

/** The hours of a comparison that have a load and a forecast. */
export function hourErrors(of: Comparison, zone: string): readonly HourError[] {
  return of.actual.flatMap((loadMw, i): HourError[] => {
    const forecastMw = of.forecast[i] ?? null;
    if (loadMw === null || forecastMw === null || loadMw <= 0) return [];
    const startMs = of.startMs + i * HOUR_MS;
    const { day, weekday, hour } = wallTime(startMs, zone);
    const issuedMs = of.issuedMs[i] ?? null;
    return [
      {
        startMs,
        day,
        weekday: WEEKDAYS.indexOf(weekday),
        hour,
        loadMw,
        forecastMw,
        operatorMw: of.operator[i] ?? null,
        isOperatorLate: of.isOperatorLate[i] ?? false,
        p10: of.p10[i] ?? null,
        p90: of.p90[i] ?? null,
        leadHours: issuedMs === null ? null : Math.round((startMs - issuedMs) / HOUR_MS),
      },
    ];
  });
}

const absPct = (forecastMw: number, loadMw: number): number => (100 * Math.abs(forecastMw - loadMw)) / loadMw;

/** The mean of some numbers; null of none. */
const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

const oursOf = (hours: readonly HourError[]): number | null =>
  meanOf(hours.map(({ forecastMw, loadMw }) => absPct(forecastMw, loadMw)));

const operatorsOf = (hours: readonly HourError[]): number | null =>
  meanOf(hours.flatMap(({ operatorMw, loadMw }) => (operatorMw === null ? [] : [absPct(operatorMw, loadMw)])));

/** How far forecasts of one day were off, on the hours that both have; ours alone where the operator has none. */
export interface DayErrors {
  readonly hours: number;
  /** Mean absolute percentage errors. */
  readonly oursPct: number;
  /** Null: the operator published none. */
  readonly operatorPct: number | null;
  /** The operator's forecast came after ours was chosen. */
  readonly isOperatorLate: boolean;
  /** Hours with bounds in which the load was inside p10 to p90. */
  readonly inside: number;
  readonly withBounds: number;
}

/** The errors of a calendar day of the grid; undefined where too few hours can be compared. @param day `2026-11-21` */
export function dayErrors(of: Comparison, day: string, zone: string): DayErrors | undefined {
  const all = hourErrors(of, zone).filter((hour) => hour.day === day);
  const both = hasOperator([of]) ? all.filter(({ operatorMw }) => operatorMw !== null) : all;
  if (both.length < LEAST_HOURS) return undefined;
  const bounded = both.flatMap(({ loadMw, p10, p90 }) => (p10 === null || p90 === null ? [] : [{ loadMw, p10, p90 }]));
  return {
    hours: both.length,
    oursPct: oursOf(both) ?? 0,
    operatorPct: operatorsOf(both),
    isOperatorLate: both.some(({ isOperatorLate }) => isOperatorLate),
    inside: bounded.filter(({ loadMw, p10, p90 }) => loadMw >= p10 && loadMw <= p90).length,
    withBounds: bounded.length,
  };
}

/** Mean absolute percentage errors by hours ahead, from the first lead to the last; ours and the operator's on the same hours. */
export interface LeadErrors {
  readonly firstLead: number;
  readonly ours: readonly (number | null)[];
  readonly operator: readonly (number | null)[];
}

/**
 * A lead with few hours, as on the days of a clock change, has no value.
 *
 * @returns undefined where all hours have one lead, or none is known
 */
export function errorsByLead(hours: readonly HourError[]): LeadErrors | undefined {
  const leads = hours.flatMap(({ leadHours }) => (leadHours === null ? [] : [leadHours]));
  const [first, last] = [Math.min(...leads), Math.max(...leads)];
  if (!(last > first)) return undefined;
  const groups = Array.from({ length: last - first + 1 }, (_, i) =>
    hours.filter(({ leadHours }) => leadHours === first + i),
  );
  const usual = Math.max(...groups.map((group) => group.length));
  const known = groups.map((group) => (group.length >= usual / 2 ? group : []));
  return { firstLead: first, ours: known.map(oursOf), operator: known.map(operatorsOf) };
}

/** Mean absolute percentage errors by weekday (rows, Sunday first) and hour of day. */
export function errorsByWeekHour(hours: readonly HourError[]): readonly (readonly (number | null)[])[] {
  return WEEKDAYS.map((_, weekday) =>
    Array.from({ length: 24 }, (_none, hour) =>
      oursOf(hours.filter((each) => each.weekday === weekday && each.hour === hour)),
    ),
  );
}

/**
 * How often the load was at or below p10, the forecast itself (as likely above as below) and p90, against how often it should
 * be, percent; empty where there are no bounds.
 */
export function reliabilityOf(hours: readonly HourError[]) {
  const levels = [
    [10, ({ p10 }: HourError) => p10],
    [50, ({ forecastMw }: HourError) => forecastMw],
    [90, ({ p90 }: HourError) => p90],
  ] as const;
  const bounded = hours.filter(({ p10, p90 }) => p10 !== null && p90 !== null);
  if (bounded.length === 0) return [];
  return levels.map(([promisedPct, level]) => {
    const below = bounded.filter((hour) => hour.loadMw <= (level(hour) ?? Number.NaN)).length;
    return { promisedPct, observedPct: (100 * below) / bounded.length, hours: bounded.length };
  });
}

/** A day, and the hour that was furthest off. */
export interface DayError {
  readonly day: string;
  readonly oursPct: number;
  readonly operatorPct: number | null;
  /** Forecast less load, mean over the day, percent of the load. */
  readonly biasPct: number;
  readonly worst: HourError;
}

/** Whole days, the furthest off first. */
export function worstDays(hours: readonly HourError[], most: number): readonly DayError[] {
  const days = new Map<string, HourError[]>();
  for (const hour of hours) days.set(hour.day, [...(days.get(hour.day) ?? []), hour]);
  return [...days]
    .filter(([, each]) => each.length >= LEAST_HOURS)
    .map(([day, each]): DayError => {
      const off = (hour: HourError): number => Math.abs(hour.forecastMw - hour.loadMw);
      const worst = each.reduce((most_, hour) => (off(hour) > off(most_) ? hour : most_));
      const biasPct = meanOf(each.map(({ forecastMw, loadMw }) => (100 * (forecastMw - loadMw)) / loadMw)) ?? 0;
      return { day, oursPct: oursOf(each) ?? 0, operatorPct: operatorsOf(each), biasPct, worst };
    })
    .sort((a, b) => b.oursPct - a.oursPct)
    .slice(0, most);
}
