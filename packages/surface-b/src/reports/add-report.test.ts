import { CONTRACT_AREAS } from '@loadcast/core';
import { NO_GRID_DATA } from '@loadcast/core/quota';
import { json } from '@loadcast/formats';
import { ask } from '@loadcast/formats/testing';
import { expect, test, vi } from 'vitest';
import * as z from 'zod';
import { createCompatSurface } from '../compat-surface.js';
import { createSurfaceB } from '../surface-b.js';
import { openWorld } from '../testing/world.js';

// One more report: a file of its own and a line in the table. Nothing else of the surface is replaced.
vi.mock('./reports.data.js', async (importOriginal) => {
  const { REPORTS } = await importOriginal<typeof import('./reports.data.js')>();
  const { keyedReport } = await import('./report.js');
  const { common } = await import('./report-query.js');
  const peaks = keyedReport({
    queryname: 'SLD_PEAKS',
    title: 'the peak of each day.',
    answer: z.strictObject({ days: z.string(), resultformat: z.string() }),
    columns: [],
    query: z.object({ days: z.enum(['1', '2'], { error: '1 or 2' }).default('1'), ...common }),
    examples: ['days=2'],
    shows: () => NO_GRID_DATA,
    prepare: (_deps, { days, resultformat }) => ({ regions: [], reply: () => json(200, { days, resultformat }) }),
  });
  return { REPORTS: [...REPORTS, peaks] };
});

const world = await openWorld();

test.each([
  { name: 'surface B', surface: createSurfaceB(world) },
  { name: 'the mount under /v1', surface: createCompatSurface(world) },
])('a report that is one row more answers on $name, with its own parameters, behind a key', async ({ surface }) => {
  const answer = await ask(surface, 'queryname=sld_peaks&days=2', { receivedAt: Date.UTC(2026, 6, 10) });
  expect([answer.status, answer.text]).toEqual([200, '{"days":"2","resultformat":"6"}']);
  const refused = await ask(surface, 'queryname=SLD_PEAKS&days=9', { receivedAt: 0 });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('1 or 2')]);
  expect(surface.route({ ...REQUEST, query: 'queryname=SLD_PEAKS' })?.access).toBe('key');
});

test('the error of an unknown queryname lists it', async () => {
  const { text } = await ask(createSurfaceB(world), 'queryname=NO', { receivedAt: 0 });
  expect(text).toContain('one of SLD_FCST, SLD_ACTUAL, SLD_FCST_ACCURACY, TAC_AREAS, SLD_PEAKS');
});

const REQUEST = {
  method: 'GET',
  path: '',
  fullPath: '/oasis',
  query: '',
  headers: new Map(),
  receivedAt: 0,
  areas: CONTRACT_AREAS,
  requestId: 'r',
  baseUrl: 'http://a',
} as const;
