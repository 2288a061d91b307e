/** A part of the site's list of pages. */
export interface Section {
  readonly title: string;
  /** Pages of the repository; a folder stands for the pages in it, its README first. */
  readonly pages: readonly string[];
}

/** The list of pages, in order. Unlisted pages come last. */
export const SECTIONS: readonly Section[] = [
  { title: 'Start', pages: ['README.md', 'docs/quick-starts/'] },
  {
    title: 'Interface',
    pages: [
      'docs/contract.md',
      'docs/api.md',
      'docs/events.md',
      'docs/bulk.md',
      'docs/plans.md',
      'docs/accounts.md',
      'docs/oasis-clients.md',
      'packages/client/README.md',
    ],
  },
  { title: 'Recipes', pages: ['docs/recipes/'] },
  { title: 'Forecasts', pages: ['docs/forecasting.md', 'docs/peaks.md', 'docs/data.md', 'docs/glossary.md'] },
  {
    title: 'Operation',
    pages: [
      'OPERATIONS.md',
      'docs/console.md',
      'docs/performance.md',
      'docs/faults.md',
      'docs/security.md',
      'SECURITY.md',
    ],
  },
  {
    title: 'Internals',
    pages: ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'CODE_OF_CONDUCT.md', 'docs/decisions.md', 'docs/records/'],
  },
  { title: 'More', pages: [] },
];

/** What the list of pages calls a page whose own title says too little. */
export const SHORT_TITLES: Readonly<Record<string, string>> = {
  'README.md': 'What it is',
  'docs/api.md': 'Reference',
};
