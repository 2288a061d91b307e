import { type Area, type AreaRow, Areas, CALENDARS } from '@loadcast/core';

/** The row of an area as data that crosses to a thread: its calendar by id. */
export interface PlainRow extends Omit<AreaRow, 'calendar'> {
  readonly calendar: string;
}

export function plainRows(areas: readonly Area[]): PlainRow[] {
  return areas.map(({ areas: _, calendar, ...row }) => ({ ...row, calendar: calendar.id }));
}

/** The areas of rows, in the thread. */
export function readRows(rows: readonly PlainRow[]): Areas {
  const calendars = Object.values(CALENDARS);
  return new Areas(rows.map((row) => ({ ...row, calendar: calendars.find(({ id }) => id === row.calendar)! })));
}
