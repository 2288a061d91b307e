import type { JSX } from 'preact';
import { askAccount } from '../../../data/account.js';
import { Field, Form } from '../../../shell/parts/form.js';

/** Ends the account. */
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
          <Field name="password" label="Password" type="password" autocomplete="current-password" />
        </Form>
      </div>
    </details>
  );
}
