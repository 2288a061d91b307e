import { existsSync } from 'node:fs';

/** What starts this program where it is: in a clone its script, else the command that npm installs. */
export const PROGRAM = existsSync(new URL('../../../../tooling/run.mjs', import.meta.url)) ? './loadcast' : 'loadcast';
