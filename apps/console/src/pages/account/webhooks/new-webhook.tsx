import type { JSX } from 'preact';
import type { IssuedWebhook } from '../../../data/account.js';
import type { Answer } from '../../../data/api.js';
import type { Facts } from '../../../data/facts.js';
import { Field, Form } from '../../../shell/parts/form.js';

/** Events in words, as docs/events.md lists them. */
const EVENT_TYPES = [
  { id: 'run.published', text: 'a new forecast is available' },
  { id: 'peak.changed', text: 'the hour, size or odds of a peak changed' },
  { id: 'actual.arrived', text: 'an hour of load was measured' },
  { id: 'actual.restated', text: 'measured load was revised' },
  { id: 'source.late', text: 'no load data for several hours' },
  { id: 'forecaster.run.received', text: 'your forecaster handed in a forecast' },
  { id: 'forecaster.scored', text: 'your forecaster’s run was scored' },
] as const;

interface NewWebhookProps {
  readonly facts: Facts;
  /** The initial choice; omitted: every event, every grid. */
  readonly type: string | undefined;
  readonly regions: string | undefined;
  readonly send: (wishes: Readonly<Record<string, string>>) => Promise<Answer<IssuedWebhook>>;
  readonly onMade: (webhook: IssuedWebhook) => void;
  readonly onCancel: () => void;
}

/** Where calls go, and of what. */
export function NewWebhook({ facts, type, regions, send, onMade, onCancel }: NewWebhookProps): JSX.Element {
  return (
    <div class="narrow">
      <Form<IssuedWebhook>
        button="Create webhook"
        send={(fields) => send(wishesOf(fields))}
        done={onMade}
        onCancel={onCancel}
      >
        <Field
          name="url"
          label="Address"
          hint="Must be https and reachable from the public Internet. Redirects are not followed."
        />
        <fieldset class="checks">
          <legend>Events (none chosen: all)</legend>
          {EVENT_TYPES.map(({ id, text }) => (
            <label key={id}>
              <input type="checkbox" name={id} value={id} defaultChecked={id === type} /> <code>{id}</code> {text}
            </label>
          ))}
        </fieldset>
        <Field
          name="regions"
          label="Only these grids (optional)"
          isOptional
          initial={regions}
          hint={`Codes, comma separated: ${facts.grids.map(({ code }) => code).join(', ')}.`}
        />
      </Form>
    </div>
  );
}

function wishesOf({
  url = '',
  regions,
  ...fields
}: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const types = EVENT_TYPES.flatMap(({ id }) => (fields[id] ? [id] : []));
  return { url, ...(types.length > 0 && { types: types.join(',') }), ...(regions && { regions }) };
}
