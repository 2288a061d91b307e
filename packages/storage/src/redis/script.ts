import { createHash } from 'node:crypto';

/** A Lua script and the digest under which Redis runs it. */
export interface Script {
  readonly lua: string;
  readonly sha1: string;
}

export const script = (lua: string): Script => ({ lua, sha1: createHash('sha1').update(lua).digest('hex') });
