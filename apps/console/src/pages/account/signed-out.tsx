import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type Account, askAccount, type IssuedKey } from '../../data/account.js';
import type { Answer } from '../../data/api.js';
import type { Facts } from '../../data/facts.js';
import { Choice } from '../../shell/clock-choice.js';
import { Field, Form } from '../../shell/parts/form.js';

interface SignedOutProps {
  readonly facts: Facts;
  readonly onEnter: (account: Account, firstKey?: IssuedKey) => void;
}

type Way = 'sign-up' | 'sign-in' | 'reset';

const WAYS = [
  { id: 'sign-up', text: 'Sign up' },
  { id: 'sign-in', text: 'Sign in' },
  { id: 'reset', text: 'Lost password' },
] as const;

/** The ways in. */
export function SignedOut({ facts, onEnter }: SignedOutProps): JSX.Element {
  const [way, setWay] = useState<Way>(facts.signUp === 'open' ? 'sign-up' : 'sign-in');
  const [said, setSaid] = useState('');
  const ways = facts.signUp === 'closed' ? WAYS.slice(1) : WAYS;
  return (
    <div class="narrow">
      <Choice legend="" options={ways} chosen={way} onChoose={setWay} />
      <p role="status" class="said">
        {said}
      </p>
      {way === 'sign-up' && <SignUp facts={facts} onEnter={onEnter} onSaid={setSaid} />}
      {way === 'sign-in' && <SignIn onEnter={onEnter} />}
      {way === 'reset' && (
        <Form<{ message: string }>
          button="Mail me a link"
          send={(fields) => askAccount('POST', '/reset', fields)}
          done={({ message }) => setSaid(message)}
        >
          <Field name="email" label="E-mail" type="email" autocomplete="username" />
        </Form>
      )}
    </div>
  );
}

/** Signs up, and where no mail has to be answered first, signs in and makes the first key at once. */
function SignUp({ facts, onEnter, onSaid }: SignedOutProps & { onSaid: (text: string) => void }): JSX.Element {
  const [message, setMessage] = useState('');
  const send = async (fields: Readonly<Record<string, string>>): Promise<Answer<{ message: string }>> => {
    const signedUp = await askAccount<{ message: string }>('POST', '/sign-up', fields);
    if (!signedUp.ok) return signedUp;
    const { email, password } = fields;
    const signedIn = await askAccount<Account>('POST', '/sign-in', { email, password });
    if (!signedIn.ok) return signedUp;
    const key = await askAccount<IssuedKey>('POST', '/keys', { label: 'first key' });
    onEnter(signedIn.body, key.ok ? key.body : undefined);
    return signedUp;
  };
  return (
    <>
      <p>
        Free: 100 calls an hour, all seven grids, no credit card. The next step shows your key and a first call to copy.
      </p>
      <Form
        button="Sign up"
        send={send}
        done={(body) => {
          setMessage(body.message);
          onSaid(body.message);
        }}
      >
        <Field name="email" label="E-mail" type="email" autocomplete="username" />
        <Field
          name="password"
          label="Password"
          type="password"
          autocomplete="new-password"
          hint="At least 12 characters."
        />
        {facts.signUp === 'invite' && (
          <Field name="invitation" label="Invitation" hint="Ask your administrator for one." />
        )}
      </Form>
      {message && <p class="hint">Already have an account? Sign in instead.</p>}
    </>
  );
}

function SignIn({ onEnter }: Pick<SignedOutProps, 'onEnter'>): JSX.Element {
  const [asksCode, setAsksCode] = useState(false);
  return (
    <Form<Account>
      button="Sign in"
      send={(fields) => askAccount('POST', '/sign-in', fields)}
      done={(account) => onEnter(account)}
      failed={({ message }) => setAsksCode((before) => before || /authenticator/.test(message))}
    >
      <Field name="email" label="E-mail" type="email" autocomplete="username" />
      <Field name="password" label="Password" type="password" autocomplete="current-password" />
      {asksCode && (
        <Field
          name="code"
          label="Code (with an authenticator app)"
          autocomplete="one-time-code"
          hint="Six digits from the app, or a recovery code."
          isOptional
        />
      )}
    </Form>
  );
}
