/** How the date of a holiday is found. Months count from 1, weekdays from 0 = Sunday. */
export type HolidayRule =
  | { readonly kind: 'date'; readonly month: number; readonly firstDay: number; readonly lastDay: number }
  | {
      readonly kind: 'weekday';
      readonly month: number;
      readonly weekday: number;
      readonly nth: number;
      readonly plusDays: number;
    }
  | { readonly kind: 'last_weekday'; readonly month: number; readonly weekday: number }
  /** The last such weekday before a date. */
  | { readonly kind: 'weekday_before'; readonly month: number; readonly weekday: number; readonly day: number }
  | { readonly kind: 'easter'; readonly plusDays: number }
  /**
   * The days kept in place of movable holidays that fall on a weekend: `nearest` is Friday for Saturday and Monday for
   * Sunday, `next_free` the next working day that is not itself a movable holiday or kept for another one.
   */
  | { readonly kind: 'observed'; readonly by: 'nearest' | 'next_free' };

export interface Holiday {
  readonly id: string;
  readonly rule: HolidayRule;
  /** First year in which it was kept. */
  readonly since?: number;
  /** Most people do not work on it. */
  readonly major?: true;
  /** When it falls on a weekend, a weekday is kept in its place. */
  readonly movable?: true;
  /** A date on which it fell, as `2024-07-01`: a test compares it with the rule. */
  readonly on?: string;
}

/** A date of every year, or a run of dates. */
export const date = (month: number, firstDay: number, lastDay = firstDay): HolidayRule => ({
  kind: 'date',
  month,
  firstDay,
  lastDay,
});
/** The nth such weekday of a month, or some days after it. */
export const weekday = (month: number, day: number, nth: number, plusDays = 0): HolidayRule => ({
  kind: 'weekday',
  month,
  weekday: day,
  nth,
  plusDays,
});
