import { type AreaId, type EpochMs, type ErrorDetails, ServiceError } from '@loadcast/core';
import { entitlementClass } from '@loadcast/core/quota';
import {
  type AuthedRequest,
  isoUtc,
  type Prepared,
  rowsReply,
  type Table,
  type TableColumn,
  tableAnswerReply,
} from '@loadcast/formats';
import { etagOf } from '@loadcast/formats/node';
import type { InsightShape } from './insight-shape.js';

/** An answer that is rows in every format. */
export interface RowsAnswer {
  /** Name of the answer: in its tag, and in the name of a downloaded file. */
  readonly name: string;
  readonly regions: readonly AreaId[];
  readonly table: Table;
  /** Fields common to all rows; `count` and `generated_at` are added. */
  readonly meta: Readonly<Record<string, unknown>>;
  readonly shape: InsightShape;
  readonly headers?: Readonly<Record<string, string>>;
  /** What the rows are made of where that is shorter: its tag is of that and not of them. */
  readonly madeOf?: readonly (string | Float64Array)[];
  /** Columns that say, as `generated_at` does, when the answer was made: their values are no part of its tag. */
  readonly untagged?: readonly string[];
  /** The same for ever: it does not say when it was made, and caches of the caller keep it. */
  readonly isImmutable?: boolean;
  readonly about: string;
}

const FOR_EVER = {
  'cache-control': 'private, max-age=31536000, immutable',
  vary: 'Authorization, Accept, Accept-Encoding',
};

/** The rows in the requested format: JSON is an object a row, without the values that are missing. */
export function rowsAnswer(answer: RowsAnswer, request: AuthedRequest): Prepared {
  const { name, regions, table, shape, isImmutable, untagged = [] } = answer;
  const headers = { ...answer.headers, ...(isImmutable && FOR_EVER) };
  const made = isImmutable ? {} : { generated_at: isoUtc(request.receivedAt) };
  const meta = { ...answer.meta, count: table.rowCount, ...made };
  const etag = etagOf(
    `a ${name}`,
    shape.tag,
    entitlementClass(request.principal.plan),
    JSON.stringify(answer.meta),
    ...(answer.madeOf ??
      table.columns.flatMap((column) => (untagged.includes(column.name) ? [column.name] : contentOf(column)))),
  );
  return {
    regions,
    etag,
    reply: () =>
      shape.format === 'json'
        ? rowsReply({ table, meta, headers }, request)
        : tableAnswerReply(shape.format, { table, meta, headers, fileName: `${name}_${answer.about}` }, request),
  };
}

/** The failure of an answer that would have no rows. */
export function noRows(
  areas: readonly { readonly code: string }[],
  because: string,
  reason: ErrorDetails['no_data']['reason'] = 'not_covered',
): ServiceError<'no_data'> {
  const codes = areas.map(({ code }) => code).join(', ');
  return new ServiceError('no_data', `No data for ${codes}: ${because}`, { reason });
}

function contentOf(column: TableColumn): (string | Float64Array)[] {
  if (column.kind === 'text') return [column.name, JSON.stringify(Array.from(column.values))];
  return [column.name, Float64Array.from(column.values as ArrayLike<EpochMs>)];
}
