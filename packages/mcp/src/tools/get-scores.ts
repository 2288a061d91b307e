import { ROWS_OUTPUT, rowsText } from '../small-answer.js';
import { askRows, type Tool } from './tool.js';

export const getScores: Tool = {
  name: 'get_scores',
  title: 'Accuracy of past forecasts',
  description:
    'Accuracy of a region’s past forecasts, ours beside the operator’s and two naive ones on the same hours: MAPE in percent, MAE, RMSE and bias in MW, coverage of p10 to p90 (80 % is calibrated), and our skill with its 95 % interval. The default is the day-ahead run over the last 28 operating days.',
  takes: {
    endpoint: 'getScores',
    names: ['region', 'by', 'run', 'gate', 'lead', 'window', 'start', 'end', 'actuals', 'forecaster', 'as_of'],
  },
  output: {
    ...ROWS_OUTPUT,
    issued_at: { type: 'string', description: 'How long before each hour the scored forecasts were made.' },
    start: { type: 'string' },
    end: { type: 'string' },
    actuals: { type: 'string', description: 'Which measured load they are scored against.' },
  },
  async answer(ask, parameters) {
    const answer = await askRows(ask, '/v1/demand/scores', parameters);
    const { gate, lead, start, end, actuals } = answer.meta;
    const issued = gate === undefined ? `${lead} before each hour` : `by ${gate} of each operating day, market time`;
    return rowsText({ unit: 'MW', issued_at: issued, start, end, actuals }, answer);
  },
};
