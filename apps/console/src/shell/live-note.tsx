import type { JSX } from 'preact';

/** Whether what happens is shown by itself. @param isLive undefined: not known yet */
export function LiveNote({ isLive }: { readonly isLive: boolean | undefined }): JSX.Element {
  return (
    <p class={`live ${isLive === false ? 'none' : ''}`} role="status">
      {isLive === true && 'Live: new load and forecasts appear by themselves.'}
      {isLive === false && 'No live stream at the moment: the page asks every 5 minutes.'}
    </p>
  );
}
