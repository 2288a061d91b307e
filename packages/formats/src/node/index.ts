export type { HttpRequest, RequestTrace } from '../http.js';
export { oasisReply } from '../oasis/oasis-reply.js';
export { answerRequest } from './answer/answer-request.js';
export { KeptAnswers } from './answer/kept-answers.js';
export { type Mount, mountOf } from './answer/mount.js';
export { CallerGone, createScopes } from './answer/request-scope.js';
export { createSharedScope } from './answer/shared-scope.js';
export { AT_ONCE, type Turn, type Workload } from './answer/workload.js';
export { acceptedCodings } from './encoding/content-coding.js';
export { etagOf, sha256Hex } from './etag.js';
export type { Caller, Charge, Quota } from './quota.js';
export { remembered } from './remembered.js';
export {
  type Connections,
  limitConnections,
} from './server/connections.js';
export { handleWith, listenWith } from './server/listener.js';
export type { FinishedRequest } from './server/serve-request.js';
export { SERVER_OPTIONS } from './server/server-options.js';
export { parseTraceParent, traceHeaders } from './trace-parent.js';
export { after } from './waiting.js';
