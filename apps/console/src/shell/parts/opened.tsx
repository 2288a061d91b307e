import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';

interface OpenedProps {
  readonly summary: ComponentChildren;
  readonly kind?: string;
  /** Shown before it is opened for the first time, too: a link, such as to the same as a file. */
  readonly always?: ComponentChildren;
  /** Rendered while it is open: what it asks for costs no call before. */
  readonly children: () => JSX.Element;
}

/** A part of a page that a reader opens. */
export function Opened({ summary, kind, always, children }: OpenedProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class={kind} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {always}
      {isOpen && children()}
    </details>
  );
}
