import { ServiceError } from '@loadcast/core';
import { LIMITS, nestsTooDeep } from '@loadcast/core/budgets';
import { NO_GRID_DATA } from '@loadcast/core/quota';
import type { ArrivedRequest, EndpointDescription, KeyRoute, Reply } from '@loadcast/formats';
import type { HttpRequest, Mount, RequestTrace } from '@loadcast/formats/node';
import { type AnswerRequest, createAsk } from './ask.js';

export const MCP_PREFIX = '/mcp';

/** What the SDK reads of a request's headers. */
const PROTOCOL_HEADER = /^(?:accept|content-type|last-event-id|mcp-[\w-]+)$/;

/** Headers of an endpoint's answer that the caller of a tool gets too. */
const QUOTA_HEADER = /^(?:(?:x-)?ratelimit.*|retry-after)$/;

export interface McpOptions {
  /** The program tells clients this version. */
  readonly version: string;
  report(thrown: unknown, request: HttpRequest): void;
}

/**
 * The Model Context Protocol over streamable HTTP, without sessions: tools that ask the endpoints of surface A with the
 * caller's own key, so that quota, plan and point in time are theirs.
 *
 * @param answer answers the requests of the tools
 * @returns undefined where surface A is not mounted
 */
export function createMcp(mounts: readonly Mount[], answer: AnswerRequest, options: McpOptions): Mount | undefined {
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
      prepare: () => ({ regions: [], free: true, reply: () => callTools(arrived, endpoints, answer, options) }),
    }),
  };
  return {
    prefix: MCP_PREFIX,
    surface: {
      id: 'a',
      refusesSessions: true,
      route: ({ path }) => (path === '' || path === '/' ? route : undefined),
      dialect: () => 'json',
    },
  };
}

async function callTools(
  { request, trace, readBody }: ArrivedRequest,
  endpoints: readonly EndpointDescription[],
  answer: AnswerRequest,
  { version, report }: McpOptions,
): Promise<Reply> {
  const own: Record<string, string> = {};
  const seen = (reply: Reply, { errorCode }: RequestTrace) => {
    if (errorCode !== undefined) trace.errorCode = errorCode;
    const headers = Object.entries({ ...reply.own, ...reply.headers });
    Object.assign(own, Object.fromEntries(headers.filter(([name]) => QUOTA_HEADER.test(name))));
  };
  const body = await readBody(LIMITS.mcp_body_bytes.bound);
  const { answerProtocol } = await import('./mcp-server.js');
  const response = await answerProtocol(webRequest(request, body), {
    version,
    endpoints,
    ask: createAsk(answer, request, seen),
    called: (tool) => {
      trace.route = `${MCP_PREFIX}#${tool}`;
    },
    report: (thrown) => report(thrown, request),
  });
  return await replyOf(response, own, /text\/event-stream/i.test(request.headers.get('accept') ?? ''));
}

/** Whether a client takes JSON, also without saying that it takes streams too: every answer is one message. */
const TAKES_JSON = /^$|\*\/\*|application\/(\*|json)/i;

function webRequest({ headers, baseUrl }: HttpRequest, body: Uint8Array): Request {
  const read = new Headers([...headers].filter(([name]) => PROTOCOL_HEADER.test(name)));
  if (TAKES_JSON.test(read.get('accept') ?? '')) read.set('accept', 'application/json, text/event-stream');
  return new Request(baseUrl + MCP_PREFIX, { method: 'POST', headers: read, body: withoutNullArguments(body) });
}

/** A call whose `arguments` are null has none; the SDK takes an object or nothing. */
function withoutNullArguments(body: Uint8Array): Uint8Array | string {
  const text = Buffer.from(body).toString();
  if (nestsTooDeep(text)) {
    const expected = `JSON that nests at most ${LIMITS.json_depth.bound} values`;
    throw new ServiceError('invalid_parameter', `body: ${expected}`, { parameter: 'body', expected });
  }
  if (!/"arguments"\s*:\s*null/.test(text)) return body;
  try {
    return JSON.stringify(
      JSON.parse(text, (key, value) => (key === 'arguments' && value === null ? undefined : value)),
    );
  } catch {
    return body; // no JSON: the SDK says so
  }
}

/** The SDK's answer, whole: it ends with its last message. A client that does not name streams gets its one message as JSON. */
async function replyOf(
  response: Response,
  own: Readonly<Record<string, string>>,
  takesStream: boolean,
): Promise<Reply> {
  const body = Buffer.from(await response.arrayBuffer());
  const given = response.headers.get('content-type');
  const message = takesStream || !given?.startsWith('text/event-stream') ? null : /^data: (.*)$/m.exec(body.toString());
  const type = message ? 'application/json' : given;
  const headers = { 'cache-control': 'private, no-store', ...(type !== null && { 'content-type': type }) };
  return { status: response.status, headers, own, body: message ? Buffer.from(message[1]!) : body };
}
