import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';

/** A heading (`tabIndex={-1}`) that gets the focus when the element with it is removed: the next Tab moves from there. */
export function usePlace(): readonly [RefObject<HTMLHeadingElement | null>, () => void] {
  const heading = useRef<HTMLHeadingElement>(null);
  return [heading, () => heading.current?.focus()];
}
