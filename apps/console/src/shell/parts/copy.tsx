import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

interface CopiedProps {
  readonly text: string;
  /** The thing that the button copies: `the call`. */
  readonly what: string;
  /** Id of the text's element, where something has to find it. */
  readonly id?: string;
}

export function Copied({ text, what, id }: CopiedProps): JSX.Element {
  const [state, setState] = useState<'' | 'copied' | 'refused'>('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('refused');
    }
    setTimeout(() => setState(''), 4_000);
  };
  return (
    <div class="copied">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by keyboard */}
      <pre tabIndex={0} {...(id && { id })}>
        <code>{text}</code>
      </pre>
      <button type="button" onClick={copy}>
        Copy<span class="unseen"> {what}</span>
      </button>
      <span class="hint" role="status">
        {state === 'copied' && 'Copied.'}
        {state === 'refused' && 'Your browser blocked copying. Select the text and copy it.'}
      </span>
    </div>
  );
}
