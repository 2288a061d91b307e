import type { EpochMs } from '@loadcast/core';
import type { Principal } from '@loadcast/formats';
import { isStillGood } from '../keys/known-key.js';
import { CONSOLE_KEY } from './session-caller.js';

/** A session may end without a sign: its stream is reopened after this long. */
const SESSION_STREAM_MS = 15 * 60_000;

/** Whether an open event stream stays open. @param wallNow now on the clock that keys expire by */
export function isGoodStream(principal: Principal, openedAt: EpochMs, at: EpochMs, wallNow: EpochMs): boolean {
  return principal.keyId === CONSOLE_KEY ? at - openedAt < SESSION_STREAM_MS : isStillGood(principal, wallNow);
}
