export { ECHO_LIMIT, echoed } from './echo.js';
export { documentationUrl, type ErrorFacts, renderError, type WireFailure, type WrittenError } from './error.js';
export { STATUS } from './error-status.js';
export { escapeXml } from './escape-xml.js';
export { etagMatches, etagOf, notModified } from './etag.js';
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
export { JSON_TYPE, json, PRIVATE_CACHE, PUBLIC_CACHE } from './json.js';
export { modelText } from './model-text.js';
export { formatMw, roundMw } from './mw.js';
export { ALL_RUNS, OASIS_ZONE } from './oasis-names.js';
export { type OasisReport, oasisReply } from './oasis-reply.js';
export { peekQuery, QUERY_MAX_BYTES, QUERY_MAX_PARAMETERS, type QueryPair, queryPairs, readQuery } from './query.js';
export { areaParameter, dateParameter, instantParameter, integerParameter, oneOf } from './query-parameters.js';
export { blocksOf, countRows, type ReportBlock, type RunPart } from './report-blocks.js';
export { nextTurn } from './report-chunks.js';
export {
  type LoadReport,
  loadReportReply,
  REPORT_TYPES,
  type ReportFormat,
  tableReply,
  type UtilityReport,
  utilityReportReply,
} from './report-format.js';
export type { ReportTable, TableRow } from './report-table.js';
export { reportWindow } from './report-window.js';
export {
  compactTime,
  isoOffset,
  isoUtc,
  type NotATime,
  parseDate,
  parseInstant,
  type WireInstant,
} from './wire-time.js';
