import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface ShownOnceProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

/** Something secret that was just made. It takes the focus, as the form that made it is gone. */
export function ShownOnce({ label, children }: ShownOnceProps): JSX.Element {
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <section class="new-key" aria-label={label} tabIndex={-1} ref={section}>
      {children}
    </section>
  );
}
