/** A reader of `/v1/events`. */
export interface EventReader {
  readonly headers: Headers;
  next(): Promise<ReadEvent>;
  /** The next that is as wanted; others are passed over. */
  nextOf(isWanted: (event: ReadEvent) => boolean): Promise<ReadEvent>;
  /** Everything until the end, as it was sent. */
  rest(): Promise<string>;
  /** Closes the connection. */
  leave(): void;
}

export interface ReadEvent {
  readonly id: string;
  readonly type: string;
  readonly at: string;
  readonly region: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** @throws {Error} with the status, when it is not 200 */
export async function readEvents(
  url: string,
  { key, lastId }: { readonly key?: string; readonly lastId?: string | undefined },
): Promise<EventReader> {
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${key}`, ...(lastId !== undefined && { 'last-event-id': lastId }) };
  const response = await fetch(url, { headers, signal: leaving.signal });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  const chunks = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';

  async function next(): Promise<ReadEvent> {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        const data = /^data: (.*)$/m.exec(block)?.[1];
        if (data !== undefined) return JSON.parse(data);
        continue;
      }
      const { value, done } = await chunks.read();
      if (done) throw new Error('the stream has ended');
      text += value;
    }
  }

  return {
    headers: response.headers,
    next,
    async nextOf(isWanted) {
      for (;;) {
        const event = await next();
        if (isWanted(event)) return event;
      }
    },
    async rest() {
      for (;;) {
        const { value, done } = await chunks.read();
        if (done) return text;
        text += value;
      }
    },
    leave: () => leaving.abort(),
  };
}
