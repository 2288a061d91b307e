import { ROWS_OUTPUT, rowsText } from '../small-answer.js';
import { highest } from './highest.js';
import { askRows, type Tool } from './tool.js';

export const getForecast: Tool = {
  name: 'get_forecast',
  title: 'Load forecast',
  description:
    'The forecast of a region’s load in MW, hour by hour, with p10 and p90 (bounds of an 80 % interval) where the plan has them. By default the next 24 hours; `start` and `end` choose others, also past ones as they were forecast then. `highest` covers all hours, including the ones left out.',
  takes: {
    endpoint: 'getForecast',
    names: ['region', 'horizon', 'resolution', 'start', 'end', 'gate', 'lead', 'as_of', 'tz', 'include'],
  },
  output: {
    ...ROWS_OUTPUT,
    highest: { type: 'object', description: 'The hour of the highest load of the range, with its bounds.' },
  },
  async answer(ask, parameters) {
    const answer = await askRows(ask, '/v1/demand/forecast', { tz: 'market', ...parameters });
    return rowsText({ unit: 'MW', highest: highest(answer, 'value_mw') }, answer);
  },
};
