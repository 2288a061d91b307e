export { answerQuestions } from './asked-threads/answer-questions.js';
export { AskedThread, openThread } from './asked-threads/asked-thread.js';
export { prepareForecastThread } from './forecasting/forecast-thread.js';
export { yieldToRequests } from './forecasting/thread-priority.js';
