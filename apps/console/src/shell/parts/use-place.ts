import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';

/** A heading (`tabIndex={-1}`) that the focus goes to when what had it is gone: the next Tab goes on from there. */
export function usePlace(): readonly [RefObject<HTMLHeadingElement | null>, () => void] {
  const heading = useRef<HTMLHeadingElement>(null);
  return [heading, () => heading.current?.focus()];
}
