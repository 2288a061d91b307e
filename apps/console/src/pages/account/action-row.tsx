import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';

/** Something that can be done with a row. What it opens says what follows, and asks once. */
export interface Action {
  readonly label: string;
  /** Text for screen readers after the label: the name of the row. */
  readonly unseen: string;
  readonly isGrave?: boolean;
  readonly open: (close: () => void) => JSX.Element;
}

/** Closes the form of an action, then hands its answer on. */
export const closing =
  <T extends readonly unknown[]>(close: () => void, done: (...answer: T) => void) =>
  (...answer: T): void => {
    close();
    done(...answer);
  };

interface ActionRowProps {
  readonly isDead: boolean;
  readonly head: JSX.Element;
  readonly cells: readonly ComponentChildren[];
  readonly actions: readonly Action[];
}

/** A row of a table with a button for each action. The form of the chosen one is a row below. */
export function ActionRow({ isDead, head, cells, actions }: ActionRowProps): JSX.Element {
  const [label, setLabel] = useState('');
  const opened = actions.find((action) => action.label === label);
  return (
    <>
      <tr class={isDead ? 'dead' : ''}>
        {head}
        {cells.map((cell, at) => (
          <td key={at}>{cell}</td>
        ))}
        <td>
          {actions.map((action) => (
            <>
              <button
                type="button"
                class={action.isGrave ? 'grave' : ''}
                aria-expanded={action === opened}
                onClick={() => setLabel(action === opened ? '' : action.label)}
              >
                {action.label}
                <span class="unseen"> {action.unseen}</span>
              </button>{' '}
            </>
          ))}
        </td>
      </tr>
      {opened && (
        <tr class="asks">
          <td key={label} colSpan={cells.length + 2}>
            {opened.open(() => setLabel(''))}
          </td>
        </tr>
      )}
    </>
  );
}
