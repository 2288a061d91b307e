import type { JSX } from 'preact';
import type { ColumnsAnswer } from '../../data/columns.js';
import type { PageState } from '../../data/facts.js';
import { gridsOf } from '../../data/reader.js';
import { useAnswer } from '../../data/use-answer.js';
import { useSettled } from '../../data/use-settled.js';
import { RowTable } from '../../shell/parts/table.js';
import { Pending, SignIn } from '../../shell/trouble.js';
import { addressOf, callOf, type Wanted } from './wanted.js';

const MOST_ROWS = 6;

export const previewPath = (wanted: Wanted): string => addressOf(callOf(wanted, 'columns'));

/** The first rows of the answer, as a table of its own columns. */
export function Preview({ state, wanted }: { readonly state: PageState; readonly wanted: Wanted }): JSX.Element {
  const isOpen = gridsOf(state.facts).includes(wanted.region);
  const path = useSettled(previewPath(wanted), 300);
  const reading = useAnswer(state, isOpen ? path : undefined, { codes: [wanted.region] });
  if (!isOpen) return <SignIn to={wanted.region} />;
  return (
    <>
      <Pending of={reading} what="the preview" />
      {reading.body && <Rows of={reading.body} />}
    </>
  );
}

function Rows({ of: { data } }: { readonly of: ColumnsAnswer }): JSX.Element {
  const columns = Object.entries(data).filter(([, values]) => Array.isArray(values));
  const rows = columns[0]?.[1].length ?? 0;
  const cell = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
  return (
    <RowTable
      label="Preview"
      kind="preview"
      caption={`The first ${Math.min(MOST_ROWS, rows)} of ${rows} rows`}
      rows={Array.from({ length: Math.min(MOST_ROWS, rows) }, (_, row) => row)}
      columns={columns.map(([name, values]) => ({ name, cell: (row: number) => cell(values[row]) }))}
    />
  );
}
