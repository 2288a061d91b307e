import { LIMITS } from '@loadcast/core/budgets';
import { withDeadline } from '../deadline/with-deadline.js';
import { headerText, isTooLarge, networkFault, openHttpAgent } from '../http/http-agent.js';
import { tooLarge } from '../http/read-body.js';
import { UpstreamError } from '../http/upstream-error.js';

/** What a server said of a file, to ask next time whether it has changed. */
export interface Validators {
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
}

/** A file, or that there is none at this address, or that it has not changed. */
export type FeedAnswer =
  | { readonly kind: 'file'; readonly bytes: Uint8Array; readonly validators: Validators }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unchanged' };

/** @throws {UpstreamError} no file came within the deadline and the size, or it was refused */
export type AskFeed = (address: URL, validators: Validators, signal: AbortSignal) => Promise<FeedAnswer>;

export interface AskFeedOptions {
  /** The feed's id, for errors. */
  readonly name: string;
  /** Sent in `Ocp-Apim-Subscription-Key`. */
  readonly key?: string | undefined;
  /** The address's query is sent as a form (POST). */
  readonly isForm?: boolean | undefined;
  readonly deadlineMs?: number;
  readonly maxBytes?: number;
}

/** Some operators refuse the default names of programs. */
const USER_AGENT = 'Mozilla/5.0 (compatible; Loadcast)';

/** Asks for files: once, without redirects, and with what the server said of the last one. */
export function createAskFeed({
  name,
  key,
  isForm,
  deadlineMs = 30_000,
  maxBytes = LIMITS.feed_reply_bytes.bound,
}: AskFeedOptions): AskFeed {
  const agent = openHttpAgent({ connections: 1, maxResponseSize: maxBytes });
  return (address, { etag, lastModified }, signal) =>
    withDeadline(signal, deadlineMs, name, async (bounded) => {
      const headers = {
        'user-agent': USER_AGENT,
        ...(etag !== undefined && { 'if-none-match': etag }),
        ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
        ...(key !== undefined && { 'ocp-apim-subscription-key': key }),
      };
      try {
        const reply = isForm
          ? await agent.request(`${address.origin}${address.pathname}`, {
              method: 'POST',
              signal: bounded,
              body: address.searchParams.toString(),
              headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
            })
          : await agent.request(address, { headers, signal: bounded });
        if (reply.statusCode === 200) {
          const bytes = new Uint8Array(await reply.body.arrayBuffer());
          const validators = {
            etag: headerText(reply.headers['etag']),
            lastModified: headerText(reply.headers['last-modified']),
          };
          return { kind: 'file', bytes, validators };
        }
        await reply.body.dump();
        if (reply.statusCode === 304) return { kind: 'unchanged' };
        if (reply.statusCode === 404) return { kind: 'absent' };
        throw new UpstreamError(name, 'status', `it answered ${reply.statusCode}`, reply.statusCode);
      } catch (error) {
        if (error instanceof UpstreamError) throw error;
        signal.throwIfAborted();
        if (bounded.aborted) throw new UpstreamError(name, 'timeout', `no whole reply within ${deadlineMs} ms`);
        throw isTooLarge(error) ? tooLarge(name, maxBytes) : networkFault(name, error);
      }
    });
}
