import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { askAccount } from '../../../data/account.js';
import { Field, Form } from '../../../shell/parts/form.js';

/** Sets a new password. */
export function ChangePassword(): JSX.Element {
  const [said, setSaid] = useState('');
  return (
    <details>
      <summary>Change the password</summary>
      <div class="narrow">
        <Form<{ message: string }>
          button="Set the password"
          send={(fields) => askAccount('POST', '/password', fields)}
          done={({ message }) => setSaid(message)}
        >
          <p>You are signed out everywhere else. API keys keep working.</p>
          <Field name="current" label="Current password" type="password" autocomplete="current-password" />
          <Field
            name="password"
            label="New password"
            type="password"
            autocomplete="new-password"
            hint="At least 12 characters."
          />
        </Form>
        <p role="status">{said}</p>
      </div>
    </details>
  );
}
