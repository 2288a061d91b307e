export { CACHE_HEADERS, etagMatches, notModified } from './cache.js';
export {
  documentationUrl,
  faultOf,
  renderError,
  TEXT_WRITERS,
  type TextDialect,
} from './errors/error.js';
export { ERRORS, type ErrorFault, type ErrorRow } from './errors/errors.data.js';
export type { ErrorFacts, ErrorWriter, WireFailure, WrittenError } from './errors/wire-failure.js';
export { escapeXml } from './escape-xml.js';
export type {
  AuthedRequest,
  ErrorDialect,
  Prepared,
  Principal,
  Reply,
  Route,
  Surface,
  SurfaceRequest,
} from './http.js';
export { JSON_TYPE, json } from './json.js';
export { ALL_RUNS, OASIS_ZONE } from './oasis/oasis-names.js';
export { asOfInstant } from './query/as-of.js';
export { ECHO_LIMIT, echoed } from './query/echo.js';
export {
  peekQuery,
  QUERY_MAX_BYTES,
  QUERY_MAX_PARAMETERS,
  type QueryPair,
  queryPairs,
  readQuery,
} from './query/query.js';
export { areaParameter, dateParameter, instantParameter, integerParameter, oneOf } from './query/query-parameters.js';
export {
  compactTime,
  isoOffset,
  isoUtc,
  type NotATime,
  parseDate,
  parseInstant,
  type WireInstant,
} from './query/wire-time.js';
export { nextTurn } from './report/report-chunks.js';
export {
  type LoadReport,
  loadReportReply,
  REPORT_TYPES,
  type ReportFormat,
  tableReply,
  type UtilityReport,
  utilityReportReply,
} from './report/report-format.js';
export type { ReportTable, TableRow } from './report/report-table.js';
export { modelText } from './report/rows/model-text.js';
export { formatMw, roundMw } from './report/rows/mw.js';
export { blocksOf, countRows, type ReportBlock, type RunPart } from './report/rows/report-blocks.js';
export { reportWindow } from './report/rows/report-window.js';
