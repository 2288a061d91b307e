import { dirname, join } from 'node:path/posix';
import type { SourceFile } from '../source-file.js';

/** Files of the repository that a file imports by a relative path, types included, below the repository's root. */
export function relativeImports({ path, imports }: SourceFile): string[] {
  return imports
    .map(({ specifier }) => specifier)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => join(dirname(path), specifier).replace(/\.js$/, '.ts'));
}
