import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillWorld, makeKeys } from '../served-world.js';
import { killPrograms, type StartedProgram, startProgram } from '../started-program.js';

/** Requests of a row: as many as Trial has in an hour, and as many answers as may be read in an hour for nothing. */
const ASKED = 100;
const RANGE = 'startdatetime=2003010*T00:00-0000&enddatetime=2003020*T00:00-0000';
/** Ranges without data, of 31 days. */
const PATHS = [
  `/oasisapi/SingleZip?version=1&queryname=SLD_FCST&${RANGE}`,
  `/oasis?queryname=SLD_FCST&market_run_id=7DA&${RANGE}`,
  `/forecast/v1/demand?tac_area=PGE&market_run_id=RTM&${RANGE}`,
];

const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-used-up-'));
let gateway: StartedProgram;

beforeAll(async () => {
  await fillWorld(dataDir, 45);
});

afterAll(async () => {
  await killPrograms();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Milliseconds of CPU that the process has taken, from its ticks of 10 ms. */
function cpuMs(): number {
  const fields = readFileSync(`/proc/${gateway.process.pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

/** Asks so many times, for nine ranges. @returns the outcomes, and the CPU that one call took */
async function ask(path: string, key: string) {
  const before = cpuMs();
  const outcomes = new Set<string>();
  for (let n = 0; n < ASKED; n++) {
    const reply = await fetch(gateway.url + path.replaceAll('*', String(1 + (n % 9))), {
      headers: { authorization: `Bearer ${key}` },
    });
    await reply.arrayBuffer();
    outcomes.add(`${reply.status}`);
  }
  return { outcomes: [...outcomes], msOfCall: (cpuMs() - before) / ASKED };
}

// docs/faults.md: fault 123
test.skipIf(process.platform !== 'linux')(
  'a used-up key that asks for what has no data takes little more CPU than one that is refused',
  async () => {
    const keys = await makeKeys(dataDir, ['zip', 'report', 'utility'], { b: 'trial', c: 'trial' });
    gateway = await startProgram(['loadcast', 'serve'], {
      LOADCAST_DATA_DIR: dataDir,
      SOURCE: 'none',
      LOG_LEVEL: 'error',
    });
    for (const [n, path] of PATHS.entries()) {
      await ask(path.replace('2003010*', 'never'), keys[n]!);
      const refused = await ask(path.replace('2003010*', 'never'), keys[n]!);
      const free = await ask(path, keys[n]!);
      const without = await ask(path, keys[n]!);
      expect(free.outcomes).not.toContain('429');
      expect(without.outcomes).toEqual(['429']);
      expect(without.msOfCall).toBeLessThan(2 * refused.msOfCall + 0.5);
    }
  },
);
