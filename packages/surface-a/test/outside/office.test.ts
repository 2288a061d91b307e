import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reportWorld } from '@loadcast/core/testing';
import { handlerAsk } from '@loadcast/formats/testing';
import { expect, test } from 'vitest';
import { createSurfaceA } from '../../src/surface-a.js';

const office = ['soffice', 'libreoffice'].find((name) => spawnSync(name, ['--version']).status === 0);

test.skipIf(office === undefined).each(['csv', 'xlsx'])(
  'LibreOffice reads the times of %s as dates',
  async (format) => {
    const surface = createSurfaceA(await reportWorld('2026-06-30', '2026-07-02', { areas: ['pjm'] }));
    const ask = handlerAsk([{ prefix: '/v1', surface }], () => Date.parse('2026-07-02T18:25:30Z'));
    const folder = mkdtempSync(join(tmpdir(), 'loadcast-office-'));
    try {
      const query = 'history?region=PJM&start=2026-07-01T00:00Z&end=2026-07-01T03:00Z&tz=market';
      writeFileSync(
        join(folder, `load.${format}`),
        (await ask(`/v1/demand/${query}&format=${format}`, 'enterprise')).bytes,
      );
      const profile = `-env:UserInstallation=file://${folder}/profile`;
      // The CSV import option a user ticks: "Detect special numbers (such as dates)".
      const ticked = format === 'csv' ? ['--infilter=Text - txt - csv (StarCalc):44,34,76,1,,1033,false,true'] : [];
      const file = join(folder, `load.${format}`);
      const args = [profile, '--headless', ...ticked, '--convert-to', 'fods', '--outdir', folder, file];
      expect(spawnSync(office!, args).status).toBe(0);
      const sheet = readFileSync(join(folder, 'load.fods'), 'utf8');
      expect(sheet).toContain('office:value-type="date" office:date-value="2026-06-30T20:00:00"');
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
