import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ingestActuals } from '@loadcast/core';
import { memoryActualsStore } from '@loadcast/core/memory';
import { readBulkFile } from '@loadcast/sources/eia930-bulk';
import { expect, test } from 'vitest';

const real = fileURLToPath(new URL('../../../../shared/data/eia930', import.meta.url));
const NOW = Date.UTC(2026, 10, 21);

test.skipIf(!existsSync(real))(
  'all real files: less than 60 s and 800 MB, and nothing new in a second reading',
  async () => {
    const store = memoryActualsStore();
    const paths = readdirSync(real).map((name) => join(real, name));
    const ingest = async (path: string, ingestedAt: number) => {
      const { observations, rows } = await readBulkFile(path, { now: NOW });
      const { series } = await ingestActuals(store, observations, { ingestedAt, arrival: 'history' });
      return { rows, newHours: series.reduce((sum, report) => sum + report.newHours + report.restatedHours, 0) };
    };

    const began = performance.now();
    let [rows, newHours] = [0, 0];
    for (const path of paths) {
      const file = await ingest(path, NOW);
      rows += file.rows;
      newHours += file.newHours;
    }
    expect(performance.now() - began).toBeLessThan(60_000);
    expect(process.resourceUsage().maxRSS / 1024).toBeLessThan(800);
    expect(rows).toBe(6_064_352);
    expect(newHours).toBeGreaterThan(4_000_000);

    for (const path of paths.filter((name) => name.includes('2022'))) {
      expect((await ingest(path, NOW + 1)).newHours).toBe(0);
    }
  },
);
