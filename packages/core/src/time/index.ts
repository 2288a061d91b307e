export { type DayNumber, dayNumber, weekdayOf } from '../calendar/holiday-calendar.js';
export type { Holiday, HolidayRule } from '../calendar/holiday-rule.js';
export type { LocalCalendar } from '../calendar/local-calendar.js';
export { ceilToHour } from './instant.js';
export {
  instantOnDay,
  type OperatingHour,
  operatingDayWindow,
  operatingHour,
  REPEATED_HOUR_ENDING,
} from './operating-day.js';
export { contains } from './window.js';
export { instantOfLocal, type LocalDateTime, localDateTime, offsetMs } from './zone.js';
