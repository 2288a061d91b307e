import { instantOfLocal } from '@loadcast/core/time';

const TIMES_HEADER = 'file_date,zip_entry_time_eastern,rows';
const FORECASTS_HEADER = 'file_date,target_hour_utc,forecast_mw';
const NEW_YORK = 'America/New_York';

/**
 * NYISO's files of six days (ISOLF) as the general CSV, header first, by time of publication.
 *
 * Hours that had begun when their file was published are left out: they were forecast earlier. When two files have the
 * same time of publication, the later one is taken for hours that both have.
 *
 * @param {string} times when each file was published: `file_date,zip_entry_time_eastern,rows`, New York wall time
 * @param {readonly string[]} forecasts the files' hours: `file_date,target_hour_utc,forecast_mw`, starts of hours
 * @returns {string}
 * @throws {Error} another header, a file without a time, or a time that is none; the message has the line
 */
export function generalCsv(times, forecasts) {
  const publishedAt = new Map(
    rowsOf(times, TIMES_HEADER).map(({ fields: [file = '', eastern = ''], line }) => [
      file,
      newYorkTime(eastern, line),
    ]),
  );
  /** @type {Map<number, Map<number, number>>} */
  const issues = new Map();
  for (const { fields, line } of forecasts.flatMap((text) => rowsOf(text, FORECASTS_HEADER))) {
    const [file = '', hour = '', mw = ''] = fields;
    const published = publishedAt.get(file);
    if (published === undefined) throw new Error(`line ${line}: no time of publication of the file of ${file}`);
    const start = Date.parse(hour.replace(/Z$/, ':00Z'));
    if (Number.isNaN(start)) throw new Error(`line ${line}: target_hour_utc '${hour}' is not as 2018-07-01T04Z`);
    const value = Number(mw);
    if (!(value > 0)) throw new Error(`line ${line}: forecast_mw '${mw}' is not a number above 0`);
    const issue = issues.get(published) ?? new Map();
    issues.set(published, issue);
    if (start >= published) issue.set(start, value);
  }
  const byTime = [...issues].sort(([a], [b]) => a - b);
  const lines = byTime.flatMap(([published, issue]) =>
    [...issue].map(([start, value]) => `NYISO,${isoMinute(published)},${isoMinute(start)},${value}\n`),
  );
  return ['area,published_at,valid_at,forecast_mw\n', ...lines].join('');
}

/** @param {string} text @param {string} header */
function rowsOf(text, header) {
  const lines = text.split('\n').map((line) => line.trimEnd());
  if (lines[0] !== header) throw new Error(`line 1: the header must be ${header}, not '${lines[0]?.slice(0, 80)}'`);
  return lines.flatMap((line, index) =>
    index > 0 && line !== '' ? [{ fields: line.split(','), line: index + 1 }] : [],
  );
}

/** @param {string} wall `2018-06-30 07:05` @param {number} line */
function newYorkTime(wall, line) {
  const wallMs = Date.parse(`${wall.replace(' ', 'T')}Z`);
  if (Number.isNaN(wallMs))
    throw new Error(`line ${line}: zip_entry_time_eastern '${wall}' is not as 2018-06-30 07:05`);
  return instantOfLocal(NEW_YORK, wallMs);
}

/** @param {number} instant */
const isoMinute = (instant) => `${new Date(instant).toISOString().slice(0, 16)}Z`;
