import type { JSX } from 'preact';

/** How long a key or a secret still holds beside its successor: seconds, and words for them. */
const OVERLAPS = [
  ['86400', 'a day'],
  ['604800', 'a week'],
  ['3600', 'an hour'],
  ['0', '0 minutes (revoke now)'],
] as const;

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
