import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';

/**
 * A client of the tools of a gateway, closed when the test ends.
 *
 * @param mode how the client finds the revision of the protocol: `legacy` is the revision of 2025, with its handshake
 */
export async function connectTo(url: string, key: string, mode: 'legacy' | 'auto' = 'legacy'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return client;
}

export interface Called {
  readonly isError: boolean;
  readonly text: string;
  /** The fields, which the client has held to the tool's schema. */
  readonly facts: Record<string, unknown>;
}

export async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Called> {
  const { content, structuredContent = {}, isError = false } = await client.callTool({ name, arguments: args });
  const { text } = content[0] as { readonly text: string };
  return { isError, text, facts: structuredContent as Record<string, unknown> };
}

/** Load of 1,000 MW and more is answered in whole MW. */
export const wholeMw = (mw: unknown): number => (Number(mw) >= 1_000 ? Math.round(Number(mw)) : Number(mw));
