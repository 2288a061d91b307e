import type { HolidayCalendar } from './holiday-calendar.js';

/** How the days of a place are distinguished: by its clock and by its holidays. */
export interface LocalCalendar {
  /** IANA name of the clock that people live by. */
  readonly timezone: string;
  /** The holidays people keep. */
  readonly calendar: HolidayCalendar;
}
