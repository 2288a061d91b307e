import type { ComponentChildren, JSX } from 'preact';
import { Scrolled } from './scrolled.js';

export interface TableProps {
  /** Name of the part of the page that scrolls. */
  readonly label: string;
  /** Names of the columns. */
  readonly heads: readonly string[];
  readonly kind?: string;
  readonly caption?: ComponentChildren;
  /** Its rows. */
  readonly children: ComponentChildren;
}

/** A table with a row of heads, which scrolls inside its own place. */
export function Table({ label, heads, kind, caption, children }: TableProps): JSX.Element {
  return (
    <Scrolled label={label}>
      <table class={kind}>
        {caption && <caption>{caption}</caption>}
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Scrolled>
  );
}
