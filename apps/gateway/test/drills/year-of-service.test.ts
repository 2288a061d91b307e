import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { plainEnvironment } from '../started-program.js';
import { bundleProgram } from './bundled-program.js';
import type { YearSample } from './year-of-service.js';

/** `YEAR_DAYS=365` is the whole year (long); `YEAR_MODEL=engine` issues with the real models (very long). */
const DAYS = Number(process.env['YEAR_DAYS'] ?? 3);
const EVERY_DAYS = DAYS > 60 ? 30 : 1;
const MODEL = process.env['YEAR_MODEL'] ?? 'week';
const MOST_GROWN_MB = 50;
/** glibc keeps freed pages as it likes, up to tens of MB a thread: with this setting it returns them at once. */
const GIVES_PAGES_BACK = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_TRIM_THRESHOLD_: '65536' };

// docs/faults.md: fault 102
test(
  `after ${DAYS} days of service memory is what it was after ${EVERY_DAYS}, but for the load itself`,
  async () => {
    const program = await bundleProgram(new URL('./year-main.ts', import.meta.url));
    const args = [program.file, `${DAYS}`, `${EVERY_DAYS}`, MODEL];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, {
      env: { ...plainEnvironment(), ...GIVES_PAGES_BACK },
    }).finally(program.remove);
    expect(stderr).toBe('');
    const samples = stdout
      .trim()
      .split('\n')
      .map((line): YearSample => JSON.parse(line));
    console.table(
      samples.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Math.round(value)]))),
    );

    const [first, last] = [samples[0]!, samples.at(-1)!];
    expect(last.vintages).toBeGreaterThan(0.95 * 11 * 24 * DAYS);
    const loadMb = last.seriesMb - first.seriesMb;
    // Load is held twice: by what answers requests and by what forecasts. The allocator gives pages back when it likes:
    // the least of the last samples is memory in use.
    const newest = samples.slice(1).slice(-3);
    const heldMb = Math.min(...newest.map(({ rssMb }) => rssMb));
    expect(heldMb - first.rssMb - 2 * loadMb).toBeLessThan(MOST_GROWN_MB);
  },
  4 * 3_600_000,
);
