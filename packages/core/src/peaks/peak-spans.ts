import type { Area } from '../areas/area.js';
import { dayNumber, weekdayOf } from '../calendar/holiday-calendar.js';
import { addDays } from '../time/operating-day.js';
import { parseEpochMs } from '../time/read-instant.js';
import { LOAD_SEASONS, type LoadSeason, PEAK_PROGRAMS, type PeakProgram } from './programs.data.js';

/** Operating days, both ends in it. */
export interface DaySpan {
  readonly first: string;
  readonly last: string;
}

export function monthOf(day: string): DaySpan {
  const first = `${day.slice(0, 7)}-01`;
  return { first, last: addDays(firstOfMonth(first, 1), -1) };
}

export function seasonOf(day: string): DaySpan & { readonly season: LoadSeason['id'] } {
  const month = Number(day.slice(5, 7));
  const row = LOAD_SEASONS.find(({ firstMonth, months }) => (month - firstMonth + 12) % 12 < months)!;
  const first = firstOfMonth(`${day.slice(0, 7)}-01`, -((month - row.firstMonth + 12) % 12));
  return { season: row.id, first, last: addDays(firstOfMonth(first, row.months), -1) };
}

/** The programme that a day counts for, with the span among whose days its peak is ranked; undefined where there is none. */
export function programOf(
  area: Area,
  day: string,
): { readonly program: PeakProgram; readonly span: DaySpan } | undefined {
  const month = Number(day.slice(5, 7));
  const program = PEAK_PROGRAMS.find(
    ({ areaId, months: [first, last] }) => areaId === area.id && month >= first && month <= last,
  );
  if (!program || !isEligible(area, program, day)) return undefined;
  if (program.per === 'month') return { program, span: monthOf(day) };
  const of = (each: number): string => `${day.slice(0, 5)}${String(each).padStart(2, '0')}-01`;
  return { program, span: { first: of(program.months[0]), last: monthOf(of(program.months[1])).last } };
}

/** Whether the peak of a day may count for a programme. */
export function isEligible(area: Area, { days }: PeakProgram, day: string): boolean {
  if (days === 'all') return true;
  const [year, month, date] = day.split('-').map(Number);
  const number = dayNumber(year!, month!, date!);
  return weekdayOf(number) % 6 !== 0 && !area.calendar.isMajor(number);
}

/** @param first of a month */
function firstOfMonth(first: string, months: number): string {
  const date = new Date(parseEpochMs(`${first}T00:00Z`));
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 10);
}
