import type { FinishedRequest, RequestTrace } from '@loadcast/formats/node';
import type { Log } from '../log.js';

/** Longest path or query that is logged. */
const MAX_LOGGED = 300;

/** Anything that looks like one of our keys, in a path or query where it should never be. */
const KEY_PATTERN = /lc_live_[0-9A-Za-z]+/g;

/** A caller's text as it may stand in the log: no key, no end of its own line, bounded. */
export function logged(text: string): string {
  return text.replace(KEY_PATTERN, 'lc_live_[cut]').slice(0, MAX_LOGGED);
}

/** One line per request. */
export function logRequest(log: Log, finished: FinishedRequest, trace: RequestTrace): void {
  const { request, requestId, status, bodyBytes, elapsedMs, aborted } = finished;
  log.info(
    {
      requestId,
      method: request?.method,
      path: request && logged(request.path),
      query: request && request.query !== '' ? logged(request.query) : undefined,
      status,
      bytes: bodyBytes,
      ms: Math.round(elapsedMs * 10) / 10,
      ...(aborted ? { aborted } : {}),
      ...trace,
    },
    'request',
  );
}
