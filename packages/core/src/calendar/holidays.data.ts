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
  | { readonly kind: 'easter'; readonly plusDays: number }
  | { readonly kind: 'observed' };

export interface Holiday {
  readonly id: string;
  readonly rule: HolidayRule;
  /** First year in which it was kept. */
  readonly since?: number;
  /** Most people do not work on it. */
  readonly major?: true;
  /** When it falls on a weekend, a neighbouring weekday is kept in its place. */
  readonly movable?: true;
}

const date = (month: number, firstDay: number, lastDay = firstDay): HolidayRule => ({
  kind: 'date',
  month,
  firstDay,
  lastDay,
});
const weekday = (month: number, day: number, nth: number, plusDays = 0): HolidayRule => ({
  kind: 'weekday',
  month,
  weekday: day,
  nth,
  plusDays,
});

/** Days on which the load of the United States is not that of an ordinary day of their weekday and season. */
export const HOLIDAYS: readonly Holiday[] = [
  { id: 'new_year', rule: date(1, 1), major: true, movable: true },
  { id: 'martin_luther_king', rule: weekday(1, 1, 3) },
  { id: 'presidents', rule: weekday(2, 1, 3) },
  { id: 'memorial', rule: { kind: 'last_weekday', month: 5, weekday: 1 }, major: true },
  { id: 'juneteenth', rule: date(6, 19), since: 2021, movable: true },
  { id: 'independence', rule: date(7, 4), major: true, movable: true },
  { id: 'labor', rule: weekday(9, 1, 1), major: true },
  { id: 'columbus', rule: weekday(10, 1, 2) },
  { id: 'veterans', rule: date(11, 11) },
  { id: 'thanksgiving', rule: weekday(11, 4, 4), major: true },
  { id: 'day_after_thanksgiving', rule: weekday(11, 4, 4, 1) },
  { id: 'christmas_eve', rule: date(12, 24) },
  { id: 'christmas', rule: date(12, 25), major: true, movable: true },
  { id: 'new_years_eve', rule: date(12, 31) },
  { id: 'good_friday', rule: { kind: 'easter', plusDays: -2 } },
  { id: 'easter', rule: { kind: 'easter', plusDays: 0 } },
  { id: 'observed', rule: { kind: 'observed' } },
  { id: 'after_christmas', rule: date(12, 26, 30) },
  { id: 'after_new_year', rule: date(1, 2) },
  { id: 'eve_of_thanksgiving', rule: weekday(11, 4, 4, -1) },
  { id: 'before_independence', rule: date(7, 3) },
  { id: 'after_independence', rule: date(7, 5) },
];
