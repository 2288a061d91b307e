import { DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS } from '@loadcast/core';
import { UpstreamError } from '../http/upstream-error.js';
import { addressesOf, fileNameOf } from '../operator-feeds/address.js';
import { createAskFeed } from '../operator-feeds/ask-feed.js';
import type { Feed } from '../operator-feeds/feeds.data.js';
import { type ReadFeed, readFeed } from '../operator-feeds/read-feed.js';
import { type Assumption, checkAll, type LiveReport } from './assumption.js';
import type { Exchange } from './exchange.js';

export interface LiveFeedOptions {
  readonly feed: Feed;
  readonly key?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly now: EpochMs;
}

interface FeedReply {
  readonly feed: Feed;
  /** Why no file came. */
  readonly failure: string | undefined;
  /** Reads the file. @throws {FeedRefusal} */
  read(): ReadFeed;
  readonly now: EpochMs;
}

/** Hours are whole when their last minutes are there, and a file may be made some minutes after that. */
const ROOM_MS = HOUR_MS + 15 * MINUTE_MS;

const ASSUMPTIONS: readonly Assumption<FeedReply>[] = [
  {
    name: 'file',
    expected: 'the address has a file, without a redirect',
    difference: ({ failure }) => failure,
  },
  {
    name: 'layout',
    expected: 'the file is as documented, of these days and in MW',
    difference({ read }) {
      read();
      return undefined;
    },
  },
  {
    name: 'lateness',
    expected: 'the newest whole hour of load is there as soon as docs/data.md says',
    difference({ feed, read, now }) {
      if (!feed.follows.includes('load')) return undefined;
      const file = readable(read);
      if (!file) return undefined;
      const newest = file.load.at(-1)?.start;
      const late = newest === undefined ? undefined : now - newest - HOUR_MS;
      if (late === undefined) return 'there is no whole hour of load';
      return late <= feed.lateMinutes * MINUTE_MS + ROOM_MS
        ? undefined
        : `it ended ${Math.round(late / MINUTE_MS)} min ago`;
    },
  },
  {
    name: 'reach',
    expected: 'the forecast reaches a day ahead at least',
    difference({ feed, read, now }) {
      if (!feed.follows.includes('forecast')) return undefined;
      const file = readable(read);
      if (!file) return undefined;
      const last = file.forecast.at(-1)?.start ?? now;
      return last + HOUR_MS >= now + DAY_MS ? undefined : `it ends in ${Math.round((last - now) / HOUR_MS)} h`;
    },
  },
];

/** A file that is not as documented has no further differences to report. */
function readable(read: () => ReadFeed): ReadFeed | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Asks for one feed's newest file, and compares it with what its parser takes for granted. */
export async function checkFeed({ feed, key, baseUrl, now }: LiveFeedOptions): Promise<LiveReport> {
  const ask = createAskFeed({ name: feed.id, key, isForm: feed.isForm });
  const exchanges: Exchange[] = [];
  let file: { readonly bytes: Uint8Array; readonly fileName: string } | undefined;
  let failure: string | undefined = 'there is none (404)';
  for (const address of addressesOf(feed, now, baseUrl)) {
    const kept = { upstream: feed.id, url: address.pathname + address.search, headers: {} };
    try {
      const answer = await ask(address, {}, new AbortController().signal);
      const bytes = answer.kind === 'file' ? answer.bytes : undefined;
      exchanges.push({ ...kept, status: bytes ? 200 : 404, body: bytes ? textOrBase64(bytes) : '' });
      if (bytes === undefined) continue;
      file = { bytes, fileName: fileNameOf(address) };
      failure = undefined;
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
      exchanges.push({ ...kept, status: (error instanceof UpstreamError && error.status) || 0, body: failure });
    }
    break;
  }
  const read = (): ReadFeed => readFeed(feed, file!.bytes, { fileName: file!.fileName, receivedAt: now });
  return { checks: checkAll(feed.id, ASSUMPTIONS, { feed, failure, read, now }), exchanges };
}

function textOrBase64(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('utf8');
  return text.includes('\uFFFD') || text.includes('\u0000') ? Buffer.from(bytes).toString('base64') : text;
}
