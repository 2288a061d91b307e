import type { JSX } from 'preact';
import type { Facts } from '../../data/facts.js';
import { DayField, Select } from '../../shell/parts/fields.js';
import { columnsOf, formatsOf, type Option, runsOf, windowsOf, ZONES } from './choices.js';
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
  const all = columnsOf(facts);
  const isChosen = (column: Option): boolean => columns.some(({ id }) => id === column.id);
  const windows = windowsOf(facts);
  const isDays = window.id === 'days';
  const turn = (id: string, isOn: boolean): void => {
    const next = all.filter((column) => (column.id === id ? isOn : isChosen(column)));
    onChange({ columns: next.length === 0 ? undefined : next.map((column) => column.id).join(',') });
  };
  return (
    <form class="build" method="get" action="/build" onSubmit={(event) => event.preventDefault()}>
      <Select label="Grid" name="region" options={regions} chosen={region} onChoose={choose('region')} />
      <Select label="Forecast" name="run" options={runsOf(facts)} chosen={run.id} onChoose={choose('run')} />
      <Select
        label="Hours"
        name="window"
        options={run.id === 'newest' ? windows : windows.slice(-1)}
        chosen={window.id}
        onChoose={choose('window')}
      />
      {isDays && <DayField label="From" name="start" value={start} onChoose={choose('start')} />}
      {isDays && <DayField label="To, included" name="end" value={end} onChoose={choose('end')} />}
      <Select label="Format" name="format" options={formatsOf(facts)} chosen={format.id} onChoose={choose('format')} />
      <Select label="Second time column" name="zone" options={ZONES} chosen={zone.id} onChoose={choose('zone')} />
      <fieldset class="checks">
        <legend>More columns</legend>
        {all.map((column) => (
          <label key={column.id}>
            <input
              type="checkbox"
              name="columns"
              value={column.id}
              checked={isChosen(column)}
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
