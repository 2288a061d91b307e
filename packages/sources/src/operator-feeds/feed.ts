import type { EpochMs } from '@loadcast/core';
import type { FeedFault } from './feed-error.js';
import type { FeedValue, LeftOut } from './left-out.js';

/** A reply that was refused as a whole. The message names the feed and the fault, and quotes at most a label of the reply. */
export class FeedRefusal extends Error {
  readonly feed: string;
  readonly fault: FeedFault;
  /** SHA-256 of the bytes as they came, in hexadecimal: under it they are kept. */
  readonly sha256: string;

  constructor(feed: string, fault: FeedFault, message: string, sha256: string) {
    super(`${feed}: ${message}`);
    this.name = 'FeedRefusal';
    this.feed = feed;
    this.fault = fault;
    this.sha256 = sha256;
  }
}

/** What a parser reads: every label is an interval start already, blanks are left out. */
export interface ParsedFeed {
  /** Observed load in intervals of `actualMinutes`. */
  readonly actual: readonly FeedValue[];
  readonly actualMinutes: number;
  readonly forecast: readonly FeedValue[];
  /** Hours that the feed cannot give (one of the autumn change, without a mark): their absence is no gap. */
  readonly untellable?: readonly EpochMs[];
  /** Time of publication, where the reply or its name has one. */
  readonly publishedAt?: EpochMs | undefined;
}

/** What a parser may use beside the text. */
export interface FeedContext {
  /** Name of the file, where the feed has one: it may hold a day or a publish time. */
  readonly fileName: string;
  /** When the reply came. */
  readonly receivedAt: EpochMs;
  /** IANA name, or `EST`: the clock of the feed's labels. */
  readonly zone: string;
  readonly left: LeftOut;
}

/** @throws {FeedError} of what cannot be read */
export type ParseFeed = (bytes: Uint8Array, context: FeedContext) => ParsedFeed;
