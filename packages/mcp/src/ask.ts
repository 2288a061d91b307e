import type { Reply } from '@loadcast/formats';
import type { HttpRequest, RequestTrace } from '@loadcast/formats/node';

/** Answers a request as the public port does: key, quota, plan, parameters. The body is all there. */
export type AnswerRequest = (request: HttpRequest) => Promise<Reply & { readonly body: Uint8Array }>;

/** Asks an endpoint with the caller's own key. @throws {Refused} it answered with another status than 200 */
export type Ask = <T>(path: string, parameters: Parameters) => Promise<T>;

export type Parameters = Readonly<Record<string, string | undefined>>;

/** The refusal of an endpoint: its message names the parameter, or says when to come again. */
export class Refused extends Error {}

/** Headers of a call from which the caller's address is read. Its `Accept` and entity tags are about the call itself. */
const PASSED_ON = ['host', 'x-forwarded-for'];

/** @param seen receives each answer with what became known of it */
export function createAsk(
  answer: AnswerRequest,
  from: HttpRequest,
  seen: (reply: Reply, trace: RequestTrace) => void,
): Ask {
  return async <T>(path: string, parameters: Parameters) => {
    const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined);
    const trace: RequestTrace = {};
    const query = new URLSearchParams(given).toString();
    const headers = new Map([...from.headers].filter(([name]) => PASSED_ON.includes(name)));
    const reply = await answer({ ...from, method: 'GET', path, query, headers, cookie: undefined, trace });
    seen(reply, trace);
    const body: unknown = JSON.parse(Buffer.from(reply.body).toString());
    if (reply.status !== 200) throw new Refused(wordsOf(reply, body as ErrorBody));
    return body as T;
  };
}

interface ErrorBody {
  readonly error: { readonly code: string; readonly message: string };
}

function wordsOf({ headers, own }: Reply, { error }: ErrorBody): string {
  const seconds = { ...own, ...headers }['retry-after'];
  return `${error.code}: ${error.message}${seconds === undefined ? '' : ` Try again in ${seconds} seconds.`}`;
}
