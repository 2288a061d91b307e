import type { Reply } from '@loadcast/formats';

/** A reply whose body is all there, so that a slow reader keeps nothing waiting that still has to be made. */
export async function wholeReply(reply: Reply): Promise<Reply & { readonly body: Uint8Array }> {
  return { ...reply, body: await wholeBody(reply.body) };
}

async function wholeBody(body: Reply['body']): Promise<Uint8Array> {
  if (typeof body === 'string') return Buffer.from(body);
  if (body instanceof Uint8Array) return body;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
