/** Where the commands of a page are run: every page with a block of shell commands has a row. */
export interface RunBy {
  readonly page: string;
  /** Tests and steps that run them, files of the repository. */
  readonly tests: readonly string[];
  /** What of the page is not run, and why. */
  readonly except?: string;
}

export const RUN_BY: readonly RunBy[] = [
  { page: 'docs/contract.md', tests: ['tooling/conformance/src/contract-page.test.ts'] },
  {
    page: 'docs/bulk.md',
    tests: [
      'apps/gateway/src/every-endpoint/bulk-files.test.ts',
      'apps/gateway/src/every-endpoint/bulk-readers.test.ts',
    ],
  },
  { page: 'docs/recipes/', tests: ['apps/gateway/test/outside/recipes.test.ts'] },
  { page: 'docs/quick-starts/', tests: ['apps/gateway/test/outside/quick-starts.test.ts'] },
  {
    page: 'README.md',
    tests: [
      'apps/gateway/test/drills/first-run.test.ts',
      'apps/gateway/test/drills/real-data/ingest-real.test.ts',
      'apps/gateway/test/drills/real-data/backtest-real.test.ts',
    ],
  },
  { page: 'docs/afternoon.md', tests: ['apps/gateway/test/drills/events/afternoon-real.test.ts'] },
  { page: 'OPERATIONS.md', tests: ['apps/gateway/test/drills/installation.test.ts'] },
  { page: 'apps/loadcast/README.md', tests: ['tooling/release/dry.mjs'] },
  {
    page: 'clients/python/README.md',
    tests: ['apps/gateway/test/outside/python-package.test.ts'],
    except: 'the package is not on PyPI yet: the test installs the wheel that it builds',
  },
  { page: 'apps/gateway/README.md', tests: ['apps/gateway/test/drills/first-run.test.ts'] },
  {
    page: 'CONTRIBUTING.md',
    tests: ['.ci/run'],
    except: '`changeset version` and publishing change the repository and a registry',
  },
  {
    page: 'docs/oasis-clients.md',
    tests: ['apps/gateway/src/every-endpoint/oasis-clients.test.ts'],
    except: '`sed` over the reader’s own programs; wget is not there on every machine',
  },
  {
    page: 'examples/forecast-converters/README.md',
    tests: ['examples/forecast-converters/src/convert.test.ts'],
    except: 'the files to convert are the reader’s',
  },
];
