import type { ComponentChildren, JSX } from 'preact';

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
