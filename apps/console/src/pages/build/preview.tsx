import type { JSX } from 'preact';
import type { ColumnsAnswer } from '../../data/columns.js';
import type { PageState } from '../../data/facts.js';
import { gridsOf } from '../../data/reader.js';
import { useAnswer } from '../../data/use-answer.js';
import { useSettled } from '../../data/use-settled.js';
import { Table } from '../../shell/parts/table.js';
import { Trouble, Waiting } from '../../shell/trouble.js';
import { addressOf, callOf, type Wanted } from './wanted.js';

const MOST_ROWS = 6;

export const previewPath = (wanted: Wanted): string => addressOf(callOf(wanted, 'columns'));

/** The first rows of the answer, as a table of its own columns. */
export function Preview({ state, wanted }: { readonly state: PageState; readonly wanted: Wanted }): JSX.Element {
  const isOpen = gridsOf(state.facts).includes(wanted.region);
  const path = useSettled(previewPath(wanted), 300);
  const { body, failure, isWaiting } = useAnswer<ColumnsAnswer>(state, isOpen ? path : undefined, {
    codes: [wanted.region],
  });
  if (!isOpen)
    return (
      <p class="trouble">
        <a href="/account">Sign in</a> to see {wanted.region}.
      </p>
    );
  return (
    <>
      {failure && <Trouble failure={failure} isStale={body !== undefined} />}
      {isWaiting && <Waiting what="the preview" />}
      {body && <Rows of={body} />}
    </>
  );
}

function Rows({ of: { data } }: { readonly of: ColumnsAnswer }): JSX.Element {
  const columns = Object.entries(data).filter(([, values]) => Array.isArray(values));
  const rows = columns[0]?.[1].length ?? 0;
  const cell = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
  return (
    <Table
      label="Preview"
      kind="preview"
      heads={columns.map(([name]) => name)}
      caption={
        <>
          The first {Math.min(MOST_ROWS, rows)} of {rows} rows
        </>
      }
    >
      {Array.from({ length: Math.min(MOST_ROWS, rows) }, (_, row) => (
        <tr key={row}>
          {columns.map(([name, values]) => (
            <td key={name}>{cell(values[row])}</td>
          ))}
        </tr>
      ))}
    </Table>
  );
}
