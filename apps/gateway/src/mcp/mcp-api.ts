import { ServiceError } from '@loadcast/core';
import { type Reply, renderError } from '@loadcast/formats';
import { type HttpRequest, type Mount, type ReadBody, type RequestTrace, UNBOUNDED } from '@loadcast/formats/node';
import { type Answer, createAsk, requestFor } from './ask.js';

/** Where the Model Context Protocol is answered. */
export const MCP_PREFIX = '/mcp';

/** Larger than any call of a tool. */
const MOST_BYTES = 65_536;

/** Free of charge: whether the key is good. */
const KEY_CHECK = '/v1/me';

const ALLOWED = 'POST, OPTIONS';

/** What the SDK reads of a request's headers. */
const PROTOCOL_HEADER = /^(?:accept|content-type|last-event-id|mcp-[\w-]+)$/;

/** Headers of an endpoint's answer that the caller of a tool gets too. */
const QUOTA_HEADER = /^(?:(?:x-)?ratelimit.*|retry-after)$/;

/** Answers every request for `/mcp`; never throws. */
export type McpApi = (request: HttpRequest, readBody: ReadBody) => Promise<Reply>;

/**
 * The Model Context Protocol over streamable HTTP, without sessions: tools that ask the endpoints of surface A with the
 * caller's own key, so that quota, plan and point in time are theirs.
 *
 * @param answer of the surfaces
 * @returns undefined where surface A is not mounted
 */
export function createMcp(
  mounts: readonly Mount[],
  answer: Answer,
  report: (thrown: unknown, request: HttpRequest) => void,
): McpApi | undefined {
  if (!mounts.some(({ prefix }) => prefix === KEY_CHECK)) return undefined;
  const endpoints = mounts.flatMap(({ surface }) => surface.endpoints ?? []);

  async function answered(request: HttpRequest, readBody: ReadBody): Promise<Reply> {
    const { trace = {}, scope = UNBOUNDED } = request;
    if (request.method === 'OPTIONS') return preflight();
    const own: Record<string, string> = {};
    const seen = (reply: Reply, { accountId, keyId, errorCode }: RequestTrace) => {
      Object.assign(trace, { accountId, keyId, ...(errorCode !== undefined && { errorCode }) });
      const headers = Object.entries({ ...reply.own, ...reply.headers });
      Object.assign(own, Object.fromEntries(headers.filter(([name]) => QUOTA_HEADER.test(name))));
    };
    const ofKey: RequestTrace = {};
    const key = await answer(requestFor(request, KEY_CHECK, '', ofKey));
    seen(key, ofKey);
    if (key.status !== 200) return key;
    if (request.method !== 'POST') throw methodNotAllowed();
    const body = await readBody(MOST_BYTES);
    const { answerProtocol } = await import('./mcp-server.js');
    const response = await answerProtocol(webRequest(request, body), {
      endpoints,
      ask: createAsk(answer, request, seen),
      called: (tool) => {
        trace.route = `${MCP_PREFIX}#${tool}`;
      },
      report: (thrown) => report(thrown, request),
    });
    return await scope.within(replyOf(response, own));
  }

  return async (request, readBody) => {
    const { trace = {} } = request;
    trace.surface = MCP_PREFIX;
    trace.route = MCP_PREFIX;
    try {
      return await answered(request, readBody);
    } catch (thrown) {
      trace.errorCode = thrown instanceof ServiceError ? thrown.code : 'internal_error';
      report(thrown, request);
      return renderError(thrown, 'json', request);
    }
  };
}

function methodNotAllowed(): ServiceError<'method_not_allowed'> {
  return new ServiceError('method_not_allowed', `Only ${ALLOWED} are supported here`, { allow: ALLOWED });
}

function webRequest({ headers, baseUrl }: HttpRequest, body: Uint8Array): Request {
  const read = [...headers].filter(([name]) => PROTOCOL_HEADER.test(name));
  return new Request(baseUrl + MCP_PREFIX, { method: 'POST', headers: read, body });
}

/** The SDK's answer, whole: it ends with its last message. */
async function replyOf(response: Response, own: Readonly<Record<string, string>>): Promise<Reply> {
  const type = response.headers.get('content-type');
  const headers = { 'cache-control': 'private, no-store', ...(type !== null && { 'content-type': type }) };
  return { status: response.status, headers, own, body: new Uint8Array(await response.arrayBuffer()) };
}

/** Pages of other origins may call: a key is no cookie. */
function preflight(): Reply {
  return {
    status: 204,
    headers: {
      allow: ALLOWED,
      'access-control-allow-methods': ALLOWED,
      'access-control-allow-headers': 'Authorization, Content-Type, Accept, Mcp-Protocol-Version, Mcp-Method, Mcp-Name',
      'access-control-max-age': '86400',
    },
    body: '',
  };
}
