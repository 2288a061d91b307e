import type { OpenConsole } from './console.js';

export type { Asset, Console, Embedded, Facts, FoundPage, Grid, PageState, Program } from './console.js';

/** Reads the built files and gives what the gateway serves. */
export declare const openConsole: OpenConsole;
