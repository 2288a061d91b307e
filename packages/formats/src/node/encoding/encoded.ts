import type { EncodedReply, Reply, ReplyHead } from '../../http.js';

/** A reply in one content coding. A class, so that all of them have one shape: they are read for every request. */
export class Encoded implements EncodedReply {
  readonly status: number;
  readonly headers: Reply['headers'];
  readonly body: Reply['body'];
  readonly text: string | undefined;
  head: ReplyHead | undefined = undefined;
  rest: string | undefined = undefined;

  /** @param text the body, where it is small and ASCII */
  constructor({ status, headers, body }: Pick<Reply, 'status' | 'headers' | 'body'>, text?: string) {
    this.status = status;
    this.headers = headers;
    this.body = body;
    this.text = text;
  }
}
