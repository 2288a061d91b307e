import { date, type Holiday, weekday } from './holiday-rule.js';

/**
 * Days on which Ontario's load differs from an ordinary day of the same weekday and season: the federal holidays of
 * Canada, the provincial ones, and the days around them.
 *
 * @see https://www.canada.ca/en/revenue-agency/services/tax/public-holidays.html
 */
export const CANADA_HOLIDAYS: readonly Holiday[] = [
  { id: 'new_year', rule: date(1, 1), major: true, movable: true },
  { id: 'after_new_year', rule: date(1, 2) },
  { id: 'family', rule: weekday(2, 1, 3), since: 2008, major: true },
  { id: 'good_friday', rule: { kind: 'easter', plusDays: -2 }, major: true },
  { id: 'easter', rule: { kind: 'easter', plusDays: 0 } },
  { id: 'easter_monday', rule: { kind: 'easter', plusDays: 1 } },
  { id: 'victoria', rule: { kind: 'weekday_before', month: 5, weekday: 1, day: 25 }, major: true, on: '2024-05-20' },
  { id: 'canada', rule: date(7, 1), major: true, movable: true },
  { id: 'civic', rule: weekday(8, 1, 1), major: true },
  { id: 'labour', rule: weekday(9, 1, 1), major: true },
  { id: 'truth_and_reconciliation', rule: date(9, 30), since: 2021 },
  { id: 'thanksgiving', rule: weekday(10, 1, 2), major: true },
  { id: 'remembrance', rule: date(11, 11) },
  { id: 'christmas_eve', rule: date(12, 24) },
  { id: 'christmas', rule: date(12, 25), major: true, movable: true },
  { id: 'boxing', rule: date(12, 26), major: true, movable: true },
  { id: 'after_boxing', rule: date(12, 27, 30) },
  { id: 'new_years_eve', rule: date(12, 31) },
  { id: 'observed', rule: { kind: 'observed', by: 'next_free' } },
];
