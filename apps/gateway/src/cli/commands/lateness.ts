import { DAY_MS, MINUTE_MS } from '@loadcast/core';
import { type Lateness, latenessOf } from '@loadcast/core/series';
import { left, right, table } from '@loadcast/observe';
import { goodPolls, type Store } from '@loadcast/service';
import { openedCommand } from '../opened-command.js';
import { optional } from '../options.js';
import { readCount } from '../values/read-values.js';

const ABOUT = `Shows the delay from the end of an hour to the arrival of its load, from the gateways' polls of the last 400 days.
Hours that came from files, or after we had not polled for more than half an hour, are not counted.`;

const DEFAULT_DAYS = 30;
const COLUMNS = [...left('area'), ...right('hours', 'median_min', 'p90_min', 'worst_min')];

export const createLatenessCommand = openedCommand({
  name: 'lateness',
  summary: 'show how late load arrives',
  example: '--days 7',
  about: ABOUT,
  options: {
    days: optional('N', `days to look back (default: ${DEFAULT_DAYS})`, readCount),
  },
  async run(store: Pick<Store, 'areas' | 'actuals' | 'polls' | 'close'>, { days = DEFAULT_DAYS }, io) {
    const window = { start: io.now() - days * DAY_MS, end: io.now() };
    const polls = await goodPolls(store.polls, window.start);
    const rows = [];
    for (const { id, series } of store.areas().list) {
      const load = await store.actuals.read({ series, measure: 'demand' });
      rows.push({ area: id, ...minutesOf(latenessOf(load, polls, window)) });
    }
    const cells = rows.map((row) => Object.values(row).map((cell) => cell ?? '-'));
    return { json: { days, polls: polls.length, areas: rows }, text: table(COLUMNS, cells) };
  },
});

function minutesOf(lateness: Lateness | undefined) {
  const minutes = (ms: number | undefined) => (ms === undefined ? null : Math.round(ms / MINUTE_MS));
  return {
    hours: lateness?.hours ?? 0,
    median_min: minutes(lateness?.medianMs),
    p90_min: minutes(lateness?.p90Ms),
    worst_min: minutes(lateness?.worstMs),
  };
}
