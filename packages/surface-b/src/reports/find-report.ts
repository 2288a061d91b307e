import { Areas, ServiceError } from '@loadcast/core';
import { echoed, readQuery } from '@loadcast/formats';
import * as z from 'zod';
import type { Report } from './report.js';
import { REPORTS } from './reports.data.js';

/** The name of a report names no area. */
const NO_AREAS = new Areas([]);
const namedQuery = z.object({ queryname: z.string() });

/** Which report a query names. Trimmed, case ignored. @throws {ServiceError} missing_parameter, invalid_query */
export function findReport(query: string): Report {
  const { queryname: written } = readQuery(namedQuery, { query, areas: NO_AREAS });
  const name = written.trim().toUpperCase();
  const report = REPORTS.find(({ queryname }) => queryname === name);
  if (report) return report;
  const expected = `one of ${REPORTS.map(({ queryname }) => queryname).join(', ')}`;
  throw new ServiceError('invalid_query', `queryname: expected ${expected}; got "${echoed(written)}"`, {
    parameter: 'queryname',
    expected,
  });
}
