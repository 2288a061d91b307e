import { date, type Holiday, weekday } from './holiday-rule.js';

/** Days on which U.S. load differs from an ordinary day of the same weekday and season. */
export const US_HOLIDAYS: readonly Holiday[] = [
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
  { id: 'observed', rule: { kind: 'observed', by: 'nearest' } },
  { id: 'after_christmas', rule: date(12, 26, 30) },
  { id: 'after_new_year', rule: date(1, 2) },
  { id: 'eve_of_thanksgiving', rule: weekday(11, 4, 4, -1) },
  { id: 'before_independence', rule: date(7, 3) },
  { id: 'after_independence', rule: date(7, 5) },
];
