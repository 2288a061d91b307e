import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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
