import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Copied } from './copy.js';

interface ShownOnceProps {
  readonly label: string;
  /** The secret, and its name after "Copy". */
  readonly text: string;
  readonly what: string;
  readonly onSaved: () => void;
  readonly intro: ComponentChildren;
  /** Shown between the secret and the button. */
  readonly children?: ComponentChildren;
}

/** Something secret that was just made. It takes the focus, as the form that made it is gone. */
export function ShownOnce({ label, text, what, onSaved, intro, children }: ShownOnceProps): JSX.Element {
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <section class="new-key" aria-label={label} tabIndex={-1} ref={section}>
      <p>{intro}</p>
      <Copied text={text} what={what} />
      {children}
      <p class="buttons">
        <button type="button" onClick={onSaved}>
          I have saved it
        </button>
      </p>
    </section>
  );
}
