import type { ComponentChildren, JSX } from 'preact';

/** A button that saves an answer of the API as a file. */
export const Download = ({
  href,
  children,
}: {
  readonly href: string;
  readonly children: ComponentChildren;
}): JSX.Element => (
  <a class="button" href={href} download>
    {children}
  </a>
);
