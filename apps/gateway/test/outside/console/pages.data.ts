/** A page of the console, for tests that hold for each. */
export interface ConsolePage {
  readonly path: string;
  /** A text that is there once the page is complete. */
  readonly whole: string;
  /** Pages of the reference have a script of their own. */
  readonly isReference?: boolean;
}

export const PAGES: readonly ConsolePage[] = [
  { path: '/', whole: '.plot path.forecast' },
  { path: '/r/PJM', whole: '.plot path.forecast' },
  { path: '/r/PGE', whole: '.plot path.forecast' },
  { path: '/r/PJM/time', whole: '.plot' },
  { path: '/r/PJM/time?ghosts=7', whole: '.plot path.past' },
  { path: '/r/PJM/peaks', whole: '.peak-days' },
  { path: '/accuracy', whole: '.scores' },
  { path: '/accuracy?region=PJM', whole: '.heat' },
  { path: '/withheld', whole: '.withheld' },
  { path: '/build?region=PJM', whole: '.preview' },
  { path: '/status', whole: '.area' },
  { path: '/account', whole: 'form' },
  { path: '/docs', whole: '.prose h1', isReference: true },
];
