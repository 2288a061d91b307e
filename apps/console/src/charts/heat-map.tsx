import type { JSX } from 'preact';
import type { HeatMapProps } from './given.js';

const STEPS = 6;

/** A table whose cells have a stronger color the larger they are. The numbers are in it: for a reader that does not see it, and on hover. */
export function HeatMap({ caption, rows, columns, values, text, cell }: HeatMapProps): JSX.Element {
  const most = Math.max(...values.flat().map((value) => value ?? 0), Number.MIN_VALUE);
  return (
    <table class="heat">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <td />
          {columns.map((name, i) => (
            <th key={name} scope="col">
              <span class={i % 6 === 0 ? '' : 'unseen'}>{name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((name, row) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {columns.map((column, at) => {
              const value = values[row]?.[at] ?? null;
              const step = value === null ? 'none' : Math.min(STEPS - 1, Math.floor((STEPS * value) / most));
              return (
                <td key={column} class={`heat-${step}`} title={`${name} ${column}: ${text(value)}`}>
                  <span class="unseen">{text(value)}</span>
                  {cell && <span aria-hidden="true">{cell(value)}</span>}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
