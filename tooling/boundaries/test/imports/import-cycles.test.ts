import { basename } from 'node:path/posix';
import { expect, test } from 'vitest';
import { expectOnlyExceptions } from '../exceptions.js';
import { workspaceFolders } from '../repository.js';
import { sourcesBelow } from '../source-file.js';
import { CYCLE_EXCEPTIONS } from './import-cycles.data.js';
import { relativeImports } from './relative-imports.js';

test.each([
  { name: 'two files', graph: { a: ['b'], b: ['a'], c: ['a'] }, cycles: [['a', 'b']] },
  {
    name: 'a ring, and a file that leads into it',
    graph: { a: ['b'], b: ['c'], c: ['d'], d: ['b'] },
    cycles: [['b', 'c', 'd']],
  },
  { name: 'a file that imports itself', graph: { a: ['a'] }, cycles: [['a']] },
  { name: 'none where two ways lead to one file', graph: { a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }, cycles: [] },
])('cyclesOf finds $name', ({ graph, cycles }) => {
  expect(cyclesOf(new Map(Object.entries(graph)))).toEqual(cycles);
});

test('no files import each other, types included', () => {
  const found = workspaceFolders().flatMap((folder) => {
    const files = sourcesBelow(folder);
    const paths = new Set(files.map(({ path }) => path));
    const graph = new Map(files.map((file) => [file.path, relativeImports(file).filter((path) => paths.has(path))]));
    return cyclesOf(graph).map(
      (cycle) =>
        `${folder}: ${cycle
          .map((path) => basename(path))
          .sort()
          .join(', ')}`,
    );
  });
  expectOnlyExceptions(found, CYCLE_EXCEPTIONS);
});

/** The sets of nodes that reach each other: Tarjan's strongly connected components, except single nodes. */
function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[][] = [];
  const visit = (node: string): number => {
    let low = order.size;
    order.set(node, low);
    open.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (open.includes(next)) low = Math.min(low, lowest.get(next) ?? order.get(next)!);
    }
    lowest.set(node, low);
    if (low === order.get(node)) {
      const cycle = open.splice(open.indexOf(node));
      if (cycle.length > 1 || graph.get(node)?.includes(node)) cycles.push(cycle.sort());
    }
    return low;
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return cycles;
}
