export { areaCode, areaNames } from './area-codes.js';
export { compactText, count, dayText, megawatts, offsetText, utcText } from './describe/answer-schemas.js';
export { type Endpoint, endpoint, exampleTarget, type KeyEndpoint, routesOf } from './describe/endpoint.js';
export { type JsonSchema, jsonSchemaOf, type ParameterDescription, parametersOf } from './describe/json-schema.js';
export {
  type AnswerDescription,
  type EndpointDescription,
  EXAMPLES_WRITTEN_ON,
  ISSUE_HEADERS,
  REPORT_HEADERS,
} from './endpoint-description.js';
export {
  errorCodeOf,
  renderError,
} from './errors/error.js';
export { ERRORS } from './errors/errors.data.js';
export { escapeXml } from './escape-xml.js';
export type {
  ArrivedRequest,
  AuthedRequest,
  Inquiry,
  KeyRoute,
  Preparation,
  Prepared,
  Priced,
  Principal,
  PublicRoute,
  Reply,
  RequestScope,
  Route,
  Surface,
  SurfaceRequest,
} from './http.js';
export { JSON_TYPE, json } from './json.js';
export { MeterRefusal, refuseFaults } from './meter/meter-refusal.js';
export { type ForecastRow, readForecastFile } from './meter/read-forecast-file.js';
export { readMeter } from './meter/read-meter.js';
export { METER_UNITS } from './meter/units.data.js';
export { ALL_RUNS, OASIS_ZONE } from './oasis/oasis-names.js';
export { createPause, nextTurn } from './pause.js';
export { areasOfParse, parseWithAreas } from './query/area-words.js';
export { asOfInstant, newestSight } from './query/as-of.js';
export { echoed } from './query/echo.js';
export { nearestName } from './query/nearest-name.js';
export {
  namesOf,
  peekQuery,
  readQuery,
  refused,
} from './query/query.js';
export {
  areaParameter,
  dateParameter,
  instantParameter,
  integerParameter,
  issuedParameter,
  noEffect,
  oneOf,
  textParameter,
} from './query/query-parameters.js';
export { regionParameter, regionsParameter } from './query/regions-parameter.js';
export {
  compactTime,
  isoOffset,
  isoUtc,
  parseDate,
  parseInstant,
  type WireInstant,
} from './query/wire-time.js';
export {
  loadReportReply,
  type ReportFormat,
  tableReply,
  utilityReportReply,
} from './report/report-format.js';
export { issueHeader, reportHeaders, withHeaders } from './report/report-headers.js';
export { reportPrice } from './report/report-price.js';
export type { ReportTable, TableRow } from './report/report-table.js';
export { modelText } from './report/rows/model-text.js';
export { roundMw } from './report/rows/mw.js';
export { blocksOf, countRows, type ReportBlock, type RunPart } from './report/rows/report-blocks.js';
export { LOAD_HEADER_ROWS, UTILITY_HEADER_ROWS } from './report/rows/report-columns.data.js';
export { reportWindow } from './report/rows/report-window.js';
export { wallText } from './table/cell-text.js';
export { rowObjects } from './table/json-values.js';
export { type Table, type TableColumn, tableOf } from './table/table.js';
export {
  ANSWER_FORMATS,
  type AnswerFormat,
  answerFormat,
  fileStamp,
  rowsReply,
  tableAnswerReply,
} from './table/table-format.js';
