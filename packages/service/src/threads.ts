export { prepareForecastThread } from './forecasting/forecast-thread.js';
export { yieldToRequests } from './forecasting/thread-priority.js';
