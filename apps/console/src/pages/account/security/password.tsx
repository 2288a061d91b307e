import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { askAccount } from '../../../data/account.js';
import { Form, NewPassword, Password } from '../../../shell/parts/form.js';

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
          <Password name="current" label="Current password" />
          <NewPassword label="New password" />
        </Form>
        <p role="status">{said}</p>
      </div>
    </details>
  );
}

export function DeleteAccount({ onDeleted }: { readonly onDeleted: () => void }): JSX.Element {
  return (
    <details>
      <summary>Delete the account</summary>
      <div class="narrow">
        <Form
          button="Delete the account"
          isGrave
          send={(fields) => askAccount('POST', '/delete', fields)}
          done={onDeleted}
        >
          <p>Every key is revoked: programs that use them get 401 within a second. This cannot be undone.</p>
          <Password />
        </Form>
      </div>
    </details>
  );
}
