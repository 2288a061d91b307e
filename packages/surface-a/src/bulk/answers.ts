import { count, utcText } from '@loadcast/formats';
import * as z from 'zod';
import { rowsOf } from '../insight/answers.js';
import { BULK_DATASETS } from './datasets.data.js';

/** GET /v1/bulk */
export const manifestAnswer = rowsOf(
  {
    path: z.string().describe('Where the file is, on this host. The part after `/v1/bulk/` is its name in an export.'),
    dataset: z.enum(BULK_DATASETS.map(({ id }) => id)),
    region: z.string().describe('Canonical code of the region.'),
    month: z
      .string()
      .regex(/^\d{4}-\d{2}$/)
      .describe('Calendar month in UTC.'),
    state: z
      .enum(['open', 'settled'])
      .describe('`settled`: the month ended 40 days before `as_of`; the file does not change any more.'),
    rows: count('Rows in the file.'),
    bytes: count('Its length.'),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe('SHA-256 of the file: another one when it was written again. Also its entity tag.'),
    as_of: utcText().describe('Nothing that became known later is in it.'),
  },
  { schema_version: count('Of the columns: raised when they change.') },
);
