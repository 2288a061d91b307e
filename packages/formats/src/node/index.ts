export type { HttpRequest, RequestTrace } from '../http.js';
export { errorZip } from '../oasis/error-zip.js';
export { type OasisReport, oasisReply } from '../oasis/oasis-reply.js';
export { answerRequest } from './answer/answer-request.js';
export { ERROR_WRITERS } from './answer/error-writers.js';
export { surfaceRequest } from './answer/http-request.js';
export { KeptAnswers } from './answer/kept-answers.js';
export { type Mount, mountOf } from './answer/mount.js';
export { type Caller, type Charge, type Quota, type ReplyHeaders, UNLIMITED } from './answer/quota.js';
export type { RequestPathOptions } from './answer/request-context.js';
export { CallerGone, createScopes, type OpenScope, type Scopes, UNBOUNDED } from './answer/request-scope.js';
export { createSharedScope, type SharedScope } from './answer/shared-scope.js';
export { AT_ONCE, type Turn, type Workload } from './answer/workload.js';
export { acceptedCodings, type ContentCoding } from './encoding/content-coding.js';
export { etagOf, sha256Hex } from './etag.js';
export { remembered } from './remembered.js';
export {
  type ConnectionLimits,
  type Connections,
  limitConnections,
  type OpenConnection,
} from './server/connections.js';
export { type ListenerOptions, listenWith } from './server/listener.js';
export type { ReadBody } from './server/read/read-body.js';
export { type Arrival, readRequest } from './server/read/read-request.js';
export { splitTarget, type Target } from './server/read/target.js';
export { type Refusal, type RefusalCode, refusalError, refusalReply } from './server/refusal.js';
export { SECURITY_HEADERS, securityHeaders } from './server/security-headers.js';
export type { Cut, FinishedRequest } from './server/serve-request.js';
export { MAX_CONNECTIONS, MAX_HEADERS, NO_PROGRESS_MS, SERVER_OPTIONS } from './server/server-options.js';
export { after, done, settled, type Waiting } from './waiting.js';
