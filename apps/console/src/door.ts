import type { PageState } from './data/facts.js';

export type { Embedded, Facts, Grid, PageState, Program } from './data/facts.js';

export interface Asset {
  readonly type: string;
  readonly bytes: Uint8Array;
  readonly br: Uint8Array;
  readonly gzip: Uint8Array;
}

export interface FoundPage {
  /** Its path, with the code of a grid as `{grid}`. */
  readonly pattern: string;
  /**
   * What the first paint shows: paths below `/demo/v1` of the public API, with their queries, or whole ones of what needs no key
   * (`/v1/status`). The gateway asks and gives the answers to `render`; one that fails is left out, and the page's own script asks.
   */
  readonly asks: readonly string[];
}

/** The pages for people, over the public API. */
export interface Console {
  /** Built files by name; their names hold a digest of their content. */
  readonly assets: ReadonlyMap<string, Asset>;
  /** The page at a path; undefined where there is none, or no such grid. @param state the page's, without answers */
  find(state: PageState): FoundPage | undefined;
  /** A whole HTML document: of the page, or that there is none. */
  render(state: PageState): string;
  /** Puts the frame of the console around HTML that is made elsewhere, such as the reference. */
  frame(title: string, html: string, state: PageState): string;
}

export type OpenConsole = () => Console;

export declare const openConsole: OpenConsole;
