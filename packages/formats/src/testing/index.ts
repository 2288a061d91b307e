export { type Answer, type Ask, ask, handlerAsk, serverAsk } from './ask.js';
export { readReportCsv } from './oasis-read.js';
export { plainKeyRoute, preparationOf, preparedOf } from './prepared-of.js';
