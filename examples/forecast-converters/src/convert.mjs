import { instantOfLocal, parseEpochMs } from '@loadcast/core/time';

const TIMES_HEADER = 'file_date,zip_entry_time_eastern,rows';
const FORECASTS_HEADER = 'file_date,target_hour_utc,forecast_mw';

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
    rowsOf(times, TIMES_HEADER).map(({ fields: [file = '', wall = ''], line }) => [
      file,
      instantOfLocal('America/New_York', instant(wall.replace(' ', 'T'), line, 'zip_entry_time_eastern')),
    ]),
  );
  /** @type {Map<number, Map<number, number>>} */
  const issues = new Map();
  for (const { fields, line } of forecasts.flatMap((text) => rowsOf(text, FORECASTS_HEADER))) {
    const [file = '', hour = '', mw = ''] = fields;
    const published = publishedAt.get(file);
    if (published === undefined) throw new Error(`line ${line}: no time of publication of the file of ${file}`);
    const start = instant(hour.replace('Z', ':00'), line, 'target_hour_utc');
    if (!(Number(mw) > 0)) throw new Error(`line ${line}: forecast_mw '${mw}' is not a number above 0`);
    const issue = issues.get(published) ?? new Map();
    issues.set(published, issue);
    if (start >= published) issue.set(start, Number(mw));
  }
  const byTime = [...issues].sort(([a], [b]) => a - b);
  const lines = byTime.flatMap(([published, issue]) =>
    [...issue].map(([start, mw]) => `NYISO,${isoMinute(published)},${isoMinute(start)},${mw}\n`),
  );
  return ['area,published_at,valid_at,forecast_mw\n', ...lines].join('');
}

/** @param {string} text @param {string} header */
function rowsOf(text, header) {
  const [first, ...lines] = text.trimEnd().split(/\r?\n/);
  if (first !== header) throw new Error(`line 1: the header must be ${header}, not '${first}'`);
  return lines.map((line, index) => ({ fields: line.split(','), line: index + 2 }));
}

/** @param {string} text @param {number} line @param {string} column */
function instant(text, line, column) {
  const at = parseEpochMs(`${text}Z`);
  if (Number.isNaN(at)) throw new Error(`line ${line}: ${column} '${text}' is not a time`);
  return at;
}

/** @param {number} at */
const isoMinute = (at) => `${new Date(at).toISOString().slice(0, 16)}Z`;
