import type { EpochMs } from '@loadcast/core';
import type { SecurityEventKind, SecurityOutcome } from '@loadcast/core/quota';
import { errorCodeOf, type Reply } from '@loadcast/formats';
import type { RequestTrace } from '@loadcast/formats/node';
import { CallerGone } from '@loadcast/formats/node';
import type { SecurityEvents } from '../../access/events/security-events.js';

/** What a handler adds to the security event of its route. */
export interface EventNote {
  /** `done` unless the call throws. */
  outcome?: SecurityOutcome;
  detail?: string;
}

/** The parts of a call that are read for its event, and completed by it. */
interface RecordedCall {
  readonly trace: RequestTrace;
  readonly address: string;
  readonly now: EpochMs;
  readonly note: EventNote;
}

/** A route whose calls are security events. An answered call without an account is none: a sign-out without a session. */
export function recorded<Request extends RecordedCall>(
  kind: SecurityEventKind,
  answer: (request: Request) => Promise<Reply>,
  deps: { readonly events: SecurityEvents; writtenAddress(address: string): string },
): (request: Request) => Promise<Reply> {
  return async (request) => {
    const { trace, note, address, now } = request;
    const record = (outcome: SecurityOutcome, detail: string) =>
      deps.events.record(
        {
          kind,
          outcome,
          accountId: trace.accountId ?? null,
          via: 'http',
          from: deps.writtenAddress(address),
          keyId: trace.keyId ?? null,
          detail,
        },
        now,
      );
    try {
      const reply = await answer(request);
      if (trace.accountId !== undefined) await record(note.outcome ?? 'done', note.detail ?? '');
      return reply;
    } catch (thrown) {
      // A caller who leaves before the answer is no failure of the service.
      const detail = thrown instanceof CallerGone ? 'caller_gone' : errorCodeOf(thrown);
      await record(FAILURES.has(detail) ? 'failed' : 'refused', detail);
      throw thrown;
    }
  };
}

/** Errors that say nothing about the caller. */
const FAILURES: ReadonlySet<string> = new Set(['internal_error', 'unavailable']);
