import type { JSX } from 'preact';
import type { Facts } from '../../data/facts.js';
import { COLUMNS, FORMATS, type Option, RUNS, WINDOWS, ZONES } from './choices.data.js';
import type { Wanted } from './wanted.js';

interface BuildFormProps {
  readonly facts: Facts;
  readonly wanted: Wanted;
  readonly onChange: (changes: Readonly<Record<string, string | undefined>>) => void;
}

/** The choices. Without a script the form is sent, and the page comes back as chosen. */
export function BuildForm({ facts, wanted, onChange }: BuildFormProps): JSX.Element {
  const { region, run, window, start, end, columns, format, zone } = wanted;
  const regions = facts.grids.map(({ code, name }) => ({ id: code, text: `${code}, ${name}`, query: {} }));
  const choose = (name: string) => (id: string) => onChange({ [name]: id });
  const isDays = window.id === 'days';
  const turn = (id: string, isOn: boolean): void => {
    const next = COLUMNS.filter((column) => (column.id === id ? isOn : columns.includes(column)));
    onChange({ columns: next.length === 0 ? undefined : next.map((column) => column.id).join(',') });
  };
  return (
    <form class="build" method="get" action="/build" onSubmit={(event) => event.preventDefault()}>
      <Select label="Grid" name="region" options={regions} chosen={region} onChoose={choose('region')} />
      <Select label="Forecast" name="run" options={RUNS} chosen={run.id} onChoose={choose('run')} />
      <Select
        label="Hours"
        name="window"
        options={run.id === 'newest' ? WINDOWS : WINDOWS.slice(-1)}
        chosen={window.id}
        onChoose={choose('window')}
      />
      {isDays && <DayField label="From" name="start" value={start} onChoose={choose('start')} />}
      {isDays && <DayField label="To, included" name="end" value={end} onChoose={choose('end')} />}
      <Select label="Format" name="format" options={FORMATS} chosen={format.id} onChoose={choose('format')} />
      <Select label="Second time column" name="zone" options={ZONES} chosen={zone.id} onChoose={choose('zone')} />
      <fieldset class="checks">
        <legend>More columns</legend>
        {COLUMNS.map((column) => (
          <label key={column.id}>
            <input
              type="checkbox"
              name="columns"
              value={column.id}
              checked={columns.includes(column)}
              onChange={(event) => turn(column.id, event.currentTarget.checked)}
            />{' '}
            {column.text}
          </label>
        ))}
      </fieldset>
      <noscript>
        <button type="submit">Show</button>
      </noscript>
    </form>
  );
}

interface SelectProps {
  readonly label: string;
  readonly name: string;
  readonly options: readonly Option[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

function Select({ label, name, options, chosen, onChoose }: SelectProps): JSX.Element {
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

function DayField({
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
