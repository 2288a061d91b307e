import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** Packages that a file loads when it runs, itself or through its own imports. */
function driversOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const code = readFileSync(file, 'utf8');
  const imports = [...code.matchAll(/^(?:import|export)(?! type)\b[^;]*?\bfrom '([^']+)';/gm)].map(([, name]) => name!);
  return imports.flatMap((name) => {
    if (name.startsWith('.'))
      return driversOf(fileURLToPath(new URL(name.replace(/\.js$/, '.ts'), `file://${file}`)), seen);
    return name.startsWith('node:') || name.startsWith('@loadcast/') ? [] : [name];
  });
}

test.each([
  { door: 'sqlite', drivers: ['@photostructure/sqlite'] },
  { door: 'postgres', drivers: ['pg'] },
  { door: 'redis', drivers: ['ioredis'] },
  { door: 'quota-journal', drivers: ['@photostructure/sqlite'] },
])('./$door loads $drivers and no other driver', ({ door, drivers }) => {
  const index = fileURLToPath(new URL(`${door}/index.ts`, import.meta.url));
  expect([...new Set(driversOf(index))].sort()).toEqual(drivers);
});
