import { text } from 'node:stream/consumers';

/** Everything on standard input, without the line break that ends it. */
export async function readPassword(): Promise<string> {
  return (await text(process.stdin)).replace(/\r?\n$/, '');
}
