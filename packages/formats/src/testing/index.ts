export { type Answer, type Ask, type AskOptions, ask, handlerAsk, serverAsk } from './ask.js';
export { readReportCsv, readReportXml } from './oasis-read.js';
export { plainKeyRoute, preparationOf, preparedOf } from './prepared-of.js';
