import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AREAS, type Area } from '@loadcast/core';
import { expect, test } from 'vitest';
import { type Exception, expectOnlyExceptions } from '../exceptions.js';
import { ROOT, workspaceFolders } from '../repository.js';
import { isTestCode, sourcesBelow } from '../source-file.js';

const GLOBALS = /\b(AREAS|AREA_ROWS|CONTRACT_AREAS|areaById|codedAreas|findArea)\b/;
/** The list is made and exported here; the record of its load and documents that list its codes need no other areas. */
const SEED = [
  'packages/core/src/areas/contract-areas.ts',
  'packages/core/src/index.ts',
  'packages/service/src/wiring/areas.ts',
  'packages/service/src/recorded/write-recorded-load.ts',
  'packages/formats/src/query/area-words.ts',
  'packages/surface-b/src/endpoints/answers.ts',
  'packages/surface-c/src/answer-fields.ts',
];

const importsGlobals = (text: string): boolean =>
  [...text.matchAll(/^(?:im|ex)port (?!type )\{([^}]*)\} from /gm)].some(([, names]) => GLOBALS.test(names!));

test.each([
  { text: "import { AREAS } from '@loadcast/core';", found: true },
  { text: "import {\n  type Area,\n  areaById,\n} from '../areas/contract-areas.js';", found: true },
  { text: "export { CONTRACT_AREAS as ALL } from '@loadcast/core';", found: true },
  { text: "import { areaCode } from '@loadcast/formats';", found: false },
  { text: "import { type Areas } from '@loadcast/core';\n// AREAS", found: false },
])('whether $text reads the list of all areas: $found', ({ text, found }) => expect(importsGlobals(text)).toBe(found));

test('nothing reads the list of all areas but the seed', () => {
  const files = workspaceFolders().flatMap((folder) => sourcesBelow(folder).map(({ path }) => path));
  const sources = files.filter((path) => /^(packages|apps)\/[^/]+\/src\//.test(path) && !isTestCode(path));
  const reading = sources.filter((path) => importsGlobals(readFileSync(join(ROOT, path), 'utf8')));
  expect(reading.sort()).toEqual([...SEED].sort());
});

/** Every word by which the seed names an area: ids, series and codes. */
const AREA_WORDS = new Set(
  AREAS.flatMap(({ id, series, codes }) => [id, series, ...Object.values(codes).flatMap(wordsOf)]),
);

function wordsOf(listed: Area['codes']['a']): string[] {
  return listed.flatMap(({ code, aliases = [], unlistedAliases = [] }) => [code, ...aliases, ...unlistedAliases]);
}

const SEED_ROWS = 'packages/core/src/areas/rows/';

const NAMING_AREAS: readonly Exception[] = [
  {
    what: 'apps/console/src/pages/account/keys/new-key.tsx',
    reason: 'the example of a call where the service lists no grid',
  },
  { what: 'apps/console/src/pages/grid-now/grid-now.tsx', reason: 'the grid that a first visit shows' },
  { what: 'apps/gateway/src/config.ts', reason: 'values of OPERATOR_FEEDS: one feed an operator' },
  {
    what: 'packages/accounts/src/access/demo/demo-regions.ts',
    reason: 'the one region that guests see where a service is open to the internet',
  },
  {
    what: 'packages/accounts/src/access/passwords/weak-password.ts',
    reason: 'words that a password of this service must not be made of',
  },
  { what: 'packages/core/src/peaks/programs.data.ts', reason: 'programs of peak hours: rows of one grid each' },
  { what: 'packages/formats/src/query/regions-parameter.ts', reason: 'examples of a parameter in the documents' },
  {
    what: 'packages/service/src/recorded/read-recorded-load.ts',
    reason: 'hours of the recorded load that its source has mislabeled',
  },
  {
    what: 'packages/sources/src/eia930/authorities.data.ts',
    reason: 'the EIA calls Portland General PGE, as the contract calls Pacific Gas and Electric',
  },
  { what: 'packages/sources/src/eia930/clock-faults.data.ts', reason: 'faults of series of the EIA: a row each' },
  { what: 'packages/sources/src/operator-feeds/feeds.data.ts', reason: 'feeds of operators: a row each' },
  { what: 'packages/sources/src/operator-feeds/parse/nyiso.ts', reason: 'a column of the operator’s own file' },
  {
    what: 'packages/sources/src/operator-feeds/parse/spp.ts',
    reason: 'a value of a column of the operator’s own file',
  },
];

const isAreaWord = (text: string): boolean => AREA_WORDS.has(text.slice(1, -1)); // texts have their quotes

test('nothing names an area but the seed and the exceptions', () => {
  const sources = workspaceFolders()
    .flatMap((folder) => sourcesBelow(folder))
    .filter(({ path }) => /^(packages|apps)\/[^/]+\/src\//.test(path) && !isTestCode(path));
  const naming = sources.filter(({ texts }) => texts.some(isAreaWord)).map(({ path }) => path);
  expect(naming.filter((path) => path.startsWith(SEED_ROWS))).toHaveLength(2);
  expectOnlyExceptions(
    naming.filter((path) => !path.startsWith(SEED_ROWS)),
    NAMING_AREAS,
  );
});
