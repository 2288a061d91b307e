import { ROWS_OUTPUT, rowsText } from '../small-answer.js';
import { askRows, type Tool } from './tool.js';

export const compare: Tool = {
  name: 'compare',
  title: 'Forecasts side by side',
  description:
    'Compares, on one time axis in MW, our forecast with p10 and p90, the grid operator’s, two naive ones (the same hour a day and a week before) and the measured load. The default range is a day before now to a day after. `gate` or `lead` select forecasts made that long before each hour.',
  takes: {
    endpoint: 'compareForecasts',
    names: ['region', 'start', 'end', 'gate', 'lead', 'forecaster', 'as_of', 'tz'],
  },
  output: ROWS_OUTPUT,
  async answer(ask, parameters) {
    const answer = await askRows(ask, '/v1/demand/compare', parameters);
    return rowsText({ unit: 'MW' }, answer);
  },
};
