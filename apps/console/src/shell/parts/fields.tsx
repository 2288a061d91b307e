import type { JSX } from 'preact';

interface SelectProps {
  readonly label: string;
  readonly name: string;
  readonly options: readonly { readonly id: string; readonly text: string }[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

/** One of a few values, as a list that opens. */
export function Select({ label, name, options, chosen, onChoose }: SelectProps): JSX.Element {
  return (
    <label class="field">
      <span>{label}</span>
      <select name={name} value={chosen} onChange={(event) => onChoose(event.currentTarget.value)}>
        {options.map(({ id, text }) => (
          <option key={id} value={id} selected={id === chosen}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

export function DayField({
  label,
  name,
  value,
  onChoose,
}: Omit<SelectProps, 'options' | 'chosen'> & { value: string }): JSX.Element {
  return (
    <label class="field">
      <span>{label}</span>
      <input type="date" name={name} value={value} required onChange={(event) => onChoose(event.currentTarget.value)} />
    </label>
  );
}
