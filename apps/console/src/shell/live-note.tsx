import type { JSX } from 'preact';

/** Whether what happens is shown by itself. @param isLive undefined: not known yet */
export function LiveNote({ isLive }: { readonly isLive: boolean | undefined }): JSX.Element {
  return (
    <p class={`live ${isLive === false ? 'none' : ''}`} role="status">
      {isLive === true && 'Live: updates on its own'}
      {isLive === false && 'Updates every 5 minutes (no live stream)'}
    </p>
  );
}
