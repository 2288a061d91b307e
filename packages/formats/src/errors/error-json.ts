import { JSON_TYPE } from '../json.js';
import type { WireFailure } from './wire-failure.js';

/** `{"error": {code, message, documentation_url, request_id, details}}`. */
export function errorJson(failure: WireFailure): { contentType: string; body: string } {
  const { code, message, documentationUrl, requestId, details } = failure;
  const error = { code, message, documentation_url: documentationUrl, request_id: requestId, details };
  return { contentType: JSON_TYPE, body: JSON.stringify({ error }) };
}
