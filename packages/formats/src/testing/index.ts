export { type Answer, type Ask, type AskOptions, ask, handlerAsk, serverAsk, TEST_BASE_URL } from './ask.js';
export { type OasisDocument, readReportCsv, readReportXml } from './oasis-read.js';
export { plainKeyRoute, preparationOf, preparedOf } from './prepared-of.js';
export { type RawAnswer, rawExchange } from './raw-exchange.js';
