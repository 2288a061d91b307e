import type { Exchange } from './exchange.js';

/** Something that this program takes for granted of an upstream. */
export interface Assumption<Replies> {
  readonly name: string;
  /** The assumption, in words. */
  readonly expected: string;
  /** The observed difference; undefined when there is none. An error it throws counts as a difference too. */
  difference(replies: Replies): string | undefined;
}

/** The outcome of one assumption. */
export interface LiveCheck {
  readonly upstream: string;
  readonly name: string;
  readonly expected: string;
  readonly ok: boolean;
  /** The observed difference; undefined when there is none. */
  readonly difference: string | undefined;
}

/** An upstream's answer, and how it compares with the assumptions. */
export interface LiveReport {
  readonly checks: readonly LiveCheck[];
  readonly exchanges: readonly Exchange[];
}

/** Compares replies with assumptions, in order. After a difference in the first, nothing else can be said. */
export function checkAll<Replies>(
  upstream: string,
  assumptions: readonly Assumption<Replies>[],
  replies: Replies,
): LiveCheck[] {
  const checks: LiveCheck[] = [];
  for (const [row, { name, expected, difference }] of assumptions.entries()) {
    const found = describeDifference(() => difference(replies));
    checks.push({ upstream, name, expected, ok: found === undefined, difference: found });
    if (row === 0 && found !== undefined) break;
  }
  return checks;
}

function describeDifference(find: () => string | undefined): string | undefined {
  try {
    return find();
  } catch (error) {
    return `the reply is of another shape (${error instanceof Error ? error.message.slice(0, 200) : String(error)})`;
  }
}

/** What keeps a reply from being JSON with status 200; undefined when it is. */
export function describeRefusal({ status, headers, body }: Exchange): string | undefined {
  if (status === 0) return `no answer: ${body}`;
  if (status >= 300 && status < 400) return `a redirect (${status}) to ${headers['location'] ?? 'no address'}`;
  if (status !== 200) return `it answered ${status}: ${body.slice(0, 200)}`;
  const type = headers['content-type'] ?? 'no content type';
  return /^application\/([\w.-]+\+)?json\b/i.test(type) ? undefined : `the content type is ${type}`;
}
