import { type EndpointDescription, nearestName, type ParameterDescription, parametersOf } from '@loadcast/formats';
import { type Ask, type Parameters, Refused } from './ask.js';
import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from './sdk.js';
import type { Tool } from './tools/tool.js';
import { TOOLS } from './tools/tools.data.js';

const INSTRUCTIONS = [
  'Forecasts of hourly electricity load of U.S. grids. All load is in MW, from 1,000 MW on in whole MW. Hours are named by their start: `time_utc` in UTC, `time_local` on the market’s clock. `issued_at` is when a forecast was made.',
  'p10 and p90 are the bounds of an 80 % interval. A model whose name begins with `simulated-` is not about a real grid, one with `recorded-` about past load that is re-dated to today: say so.',
  'Answers are under 4 KB: where `rows_left_out` is given, ask again from `next_start`. Each call counts against the caller’s quota.',
].join(' ');

export interface Call {
  readonly version: string;
  readonly endpoints: readonly EndpointDescription[];
  readonly ask: Ask;
  called(tool: string): void;
  /** Called with what no caller is shown. */
  report(thrown: unknown): void;
}

/** Answers one request of the protocol. Nothing is kept between requests. */
export function answerProtocol(request: Request, call: Call): Promise<Response> {
  const handler = createMcpHandler(() => serverFor(call), { responseMode: 'json', maxSubscriptions: 0 });
  return handler.fetch(request);
}

function serverFor(call: Call): Server {
  const info = { name: 'loadcast', title: 'Loadcast', version: call.version };
  const server = new Server(info, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  server.setRequestHandler('tools/list', () => ({ tools: TOOLS.map((tool) => listed(tool, call.endpoints)) }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = TOOLS.find(({ name }) => name === params.name);
    if (!tool) {
      const names = TOOLS.map(({ name }) => name).join(', ');
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `name: there is no such tool; the tools are ${names}`);
    }
    call.called(tool.name);
    return await answered(tool, params.arguments ?? {}, call);
  });
  return server;
}

async function answered(tool: Tool, given: Readonly<Record<string, unknown>>, { endpoints, ask, report }: Call) {
  const content = (text: string) => ({ content: [{ type: 'text' as const, text }] });
  try {
    const text = await tool.answer(ask, parametersFrom(given, parametersFor(tool, endpoints)));
    return { ...content(text), structuredContent: JSON.parse(text) };
  } catch (thrown) {
    if (thrown instanceof Refused) return { ...content(thrown.message), isError: true };
    report(thrown);
    return { ...content('internal_error: The request failed.'), isError: true };
  }
}

function listed(tool: Tool, endpoints: readonly EndpointDescription[]) {
  const parameters = parametersFor(tool, endpoints);
  const properties = Object.fromEntries(
    parameters.map(({ name, schema, text }) => [name, { ...withoutOwnKeys(schema), description: text }]),
  );
  const required = parameters.flatMap(({ name, isRequired }) => (isRequired ? [name] : []));
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: { type: 'object' as const, properties, required, additionalProperties: false },
    outputSchema: { type: 'object' as const, properties: tool.output, required: ['unit'] },
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  };
}

/** A schema without the keys of this service (`x-list`): some clients refuse a tool for them. */
function withoutOwnKeys(schema: object): object {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !key.startsWith('x-')));
}

/** The parameters that a tool takes of its endpoint, as the endpoint describes them, and its own. */
function parametersFor(
  { takes, more = [] }: Tool,
  endpoints: readonly EndpointDescription[],
): readonly ParameterDescription[] {
  const described = parametersOf(endpoints.find(({ name }) => name === takes.endpoint)?.query);
  return [...described.filter(({ name }) => takes.names.includes(name)), ...more];
}

/**
 * The arguments of a call as parameters of a query. Their values are judged by the endpoint. Models send null or "" for what they do
 * not want, and lists as arrays: such an optional argument is absent, and an array is written with commas.
 *
 * @throws {Refused} naming the first argument that the tool does not have, that is required, or that is no plain value
 */
function parametersFrom(given: Readonly<Record<string, unknown>>, known: readonly ParameterDescription[]): Parameters {
  const names = known.map(({ name }) => name);
  const entries = Object.entries(given).flatMap(([name, value]): [string, string][] => {
    if (!names.includes(name)) throw new Refused(unknownArgument(name, names));
    const values = [value].flat().filter((each) => each !== null && each !== undefined && each !== '');
    if (!values.every((each) => ['string', 'number', 'boolean'].includes(typeof each))) {
      throw new Refused(`invalid_parameter: ${name}: expected text`);
    }
    return values.length === 0 ? [] : [[name, values.join()]];
  });
  const parameters = Object.fromEntries(entries);
  const missing = known.find(({ name, isRequired }) => isRequired && parameters[name] === undefined);
  if (missing) throw new Refused(`missing_parameter: ${missing.name} is required`);
  return parameters;
}

function unknownArgument(name: string, names: readonly string[]): string {
  const meant = nearestName(name.slice(0, 64), names);
  const hint = meant === undefined ? `the arguments are ${names.join(', ') || 'none'}` : `did you mean ${meant}?`;
  return `invalid_parameter: ${name.slice(0, 64)}: no argument of this tool; ${hint}`;
}
