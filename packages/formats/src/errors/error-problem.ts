import type { WireFailure } from './wire-failure.js';

export const PROBLEM_TYPE = 'application/problem+json';

/** An error as RFC 9457 has it: the members of the contract's JSON beside `type`, `title`, `status` and `detail`. */
export function errorProblem(failure: WireFailure): { contentType: string; body: string } {
  const { status, code, message, documentationUrl, requestId, details } = failure;
  const title = code[0]!.toUpperCase() + code.slice(1).replaceAll('_', ' ');
  const problem = { type: documentationUrl, title, status, detail: message, code, request_id: requestId, details };
  return { contentType: PROBLEM_TYPE, body: JSON.stringify(problem) };
}
