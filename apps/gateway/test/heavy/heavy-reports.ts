import { HOUR_MS } from '@loadcast/core';
import { compactTime } from '@loadcast/formats';

/** Three days that end a day and some hours ago. */
function range(hoursAgo: number): string {
  const end = Math.floor(Date.now() / HOUR_MS - 24 - hoursAgo) * HOUR_MS;
  return `startdatetime=${compactTime(end - 72 * HOUR_MS)}&enddatetime=${compactTime(end)}`;
}

/** An archive of forecasts. */
export const zip = (hoursAgo: number) => `/oasisapi/SingleZip?queryname=SLD_FCST&version=1&${range(hoursAgo)}`;

/** A report of load. */
export const report = (hoursAgo: number) => `/oasis?queryname=SLD_ACTUAL&resultformat=5&${range(hoursAgo)}`;
