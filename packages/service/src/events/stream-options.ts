import type { Areas, EpochMs } from '@loadcast/core';
import type { Principal } from '@loadcast/formats';
import type { EventLog } from '@loadcast/storage/sqlite';
import type { EventFilter, ServiceEvent } from './service-event.js';

export interface FeedOptions {
  areas(): Areas;
  readonly log: Pick<EventLog, 'after' | 'newest'>;
  /** Whether the key of a stream, and its plan, are unchanged since it was opened. */
  readonly isGood: (principal: Principal, openedAt: EpochMs, now: EpochMs) => boolean;
  readonly now: () => EpochMs;
  /** Called when a stream ends otherwise than by its reader. */
  readonly ended?: (reason: StreamEnd) => void;
}

export type StreamEnd = 'slow' | 'key' | 'draining';

export interface StreamWishes {
  readonly principal: Principal;
  readonly filter: EventFilter;
  /** Position after which events are wanted; omitted: future events only. */
  readonly after?: number;
}

export interface FeedView<Stream> {
  readonly isDraining: boolean;
  /** Grows with every heartbeat. */
  readonly beats: number;
  /** The place of the newest event that was read. */
  readonly head: number;
  readonly heldAfter: number;
  heldFrom(place: number, most: number): readonly ServiceEvent[];
  begin(stream: Stream): Promise<void>;
  refresh(): Promise<void>;
  end(stream: Stream): void;
}
