import { DAY_MS } from './instant.js';
import { parseEpochMs } from './read-instant.js';

/** Which number of `3/4/2024` is the day. Dates with dots have the day first, dates that begin with the year have it last. */
type DateOrder = 'month first' | 'day first';

const DATE = /^(\d{1,4})([-/.])(\d{1,2}|[a-z]{3})\2(\d{1,4})$/i;
const CLOCK = /^(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,]0+)?)?(?: ?([ap])\.?m\.?)?$/i;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Reads a time without an offset as portals, spreadsheets and grid operators write it: ISO 8601, `3/10/2024 2:00 PM`,
 * `10.03.2024 14:00`, `10-Mar-24 14:00`. A date alone is its midnight; 24:00 is the midnight that follows.
 *
 * @returns the wall time as if it were UTC, epoch ms; NaN for any other text, and for a date or time that does not exist
 * @example
 * readWallTime('3/10/2024 2:15 PM') === Date.UTC(2024, 2, 10, 14, 15) // => true
 * readWallTime('3/10/2024 24:00', 'day first') === Date.UTC(2024, 9, 4) // => true
 */
export function readWallTime(text: string, order: DateOrder = 'month first'): number {
  const [, day = '', clock = '0:00'] = /^(\S*?\d)(?:[T ,]+(\S.*))?$/.exec(text.trim()) ?? [];
  const [, first = '', mark, middle = '', last = ''] = DATE.exec(day) ?? [];
  const [, hour = '', minute = '', second = '0', half] = CLOCK.exec(clock) ?? [];
  if (mark === undefined || hour === '') return parseEpochMs(`${text.trim()}Z`);
  const isDayFirst = mark === '.' || order === 'day first' || /[a-z]/i.test(middle);
  const [year, month, date] =
    first.length === 4 ? [first, middle, last] : isDayFirst ? [last, middle, first] : [last, first, middle];
  const monthNumber = MONTHS.indexOf(month.toLowerCase()) + 1 || month;
  const isMidnight = half === undefined && Number(hour) === 24 && Number(minute) === 0;
  if (half !== undefined && (Number(hour) < 1 || Number(hour) > 12)) return Number.NaN;
  const hours = half === undefined ? Number(hour) % 24 : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  if (Number(hour) > 23 && !isMidnight) return Number.NaN;
  const two = (part: string | number): string => String(part).padStart(2, '0');
  const wall = `${year.length === 2 ? '20' : ''}${year}-${two(monthNumber)}-${two(date)}T${two(hours)}:${minute}:${two(second)}Z`;
  return parseEpochMs(wall) + (isMidnight ? DAY_MS : 0);
}
