import { CANADA_HOLIDAYS } from './canada-holidays.data.js';
import { createHolidayCalendar } from './holiday-calendar.js';
import { US_HOLIDAYS } from './us-holidays.data.js';

/** The calendars that areas name. Adding one is adding a table of rules and a line here. */
export const CALENDARS = {
  us: createHolidayCalendar('us', US_HOLIDAYS),
  canada: createHolidayCalendar('canada', CANADA_HOLIDAYS),
  none: createHolidayCalendar('none', []),
} as const;
