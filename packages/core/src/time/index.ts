export { weekdayOf } from '../calendar/holiday-calendar.js';
export type { LocalCalendar } from '../calendar/local-calendar.js';
export { ceilToHour } from './instant.js';
export {
  instantOnDay,
  operatingDayWindow,
  operatingHour,
  REPEATED_HOUR_ENDING,
} from './operating-day.js';
export { isDayNumber, readDayNumber } from './read-day-number.js';
export { type NotATime, parseEpochMs, readInstant, type WrittenInstant } from './read-instant.js';
export { readWallTime } from './read-wall-time.js';
export { findInstants, instantOfLocal, type LocalDateTime, localDateTime, offsetMs } from './zone.js';
