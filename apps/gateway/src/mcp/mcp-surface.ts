import { NO_GRID_DATA } from '@loadcast/core/quota';
import type { ArrivedRequest, EndpointDescription, KeyRoute, Reply } from '@loadcast/formats';
import type { HttpRequest, Mount, RequestTrace } from '@loadcast/formats/node';
import { type AnswerRequest, createAsk } from './ask.js';

/** Where the Model Context Protocol is answered. */
export const MCP_PREFIX = '/mcp';

/** Larger than any call of a tool. */
const MOST_BYTES = 65_536;

/** What the SDK reads of a request's headers. */
const PROTOCOL_HEADER = /^(?:accept|content-type|last-event-id|mcp-[\w-]+)$/;

/** Headers of an endpoint's answer that the caller of a tool gets too. */
const QUOTA_HEADER = /^(?:(?:x-)?ratelimit.*|retry-after)$/;

/**
 * The Model Context Protocol over streamable HTTP, without sessions: tools that ask the endpoints of surface A with the
 * caller's own key, so that quota, plan and point in time are theirs.
 *
 * @param answer answers the requests of the tools
 * @returns undefined where surface A is not mounted
 */
export function createMcp(
  mounts: readonly Mount[],
  answer: AnswerRequest,
  report: (thrown: unknown, request: HttpRequest) => void,
): Mount | undefined {
  if (!mounts.some(({ prefix }) => prefix === '/v1')) return undefined;
  const endpoints = mounts.flatMap(({ surface }) => surface.endpoints ?? []);
  const route: KeyRoute = {
    access: 'key',
    method: 'POST',
    allow: 'POST, OPTIONS',
    pattern: '',
    parameters: [],
    read: (_, arrived) => ({
      shows: NO_GRID_DATA,
      prepare: () => ({ regions: [], free: true, reply: () => callTools(arrived, endpoints, answer, report) }),
    }),
  };
  return {
    prefix: MCP_PREFIX,
    surface: {
      id: 'a',
      refusesSessions: true,
      route: ({ path }) => (path === '' ? route : undefined),
      dialect: () => 'json',
    },
  };
}

async function callTools(
  { request, trace, readBody }: ArrivedRequest,
  endpoints: readonly EndpointDescription[],
  answer: AnswerRequest,
  report: (thrown: unknown, request: HttpRequest) => void,
): Promise<Reply> {
  const own: Record<string, string> = {};
  const seen = (reply: Reply, { errorCode }: RequestTrace) => {
    if (errorCode !== undefined) trace.errorCode = errorCode;
    const headers = Object.entries({ ...reply.own, ...reply.headers });
    Object.assign(own, Object.fromEntries(headers.filter(([name]) => QUOTA_HEADER.test(name))));
  };
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
  return await replyOf(response, own);
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
