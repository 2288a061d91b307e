import type { JSX } from 'preact';
import { OVERLAPS } from './overlaps.data.js';

interface OverlapChoiceProps {
  /** The new secret and the old one: a sentence completed by the chosen time. */
  readonly label: string;
  /** What happens after that. */
  readonly hint: string;
}

/** How long the replaced secret stays valid: the field `overlap` of a form. */
export function OverlapChoice({ label, hint }: OverlapChoiceProps): JSX.Element {
  return (
    <label class="field">
      <span>{label}</span>
      <select name="overlap">
        {OVERLAPS.map(([seconds, text]) => (
          <option key={seconds} value={seconds}>
            {text}
          </option>
        ))}
      </select>
      <span class="hint">{hint}</span>
    </label>
  );
}
