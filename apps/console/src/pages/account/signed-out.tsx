import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type Account, askAccount, type IssuedKey } from '../../data/account.js';
import type { Answer } from '../../data/api.js';
import type { Facts } from '../../data/facts.js';
import { Choice } from '../../shell/clock-choice.js';
import { Email, Field, Form, NewPassword, Password } from '../../shell/parts/form.js';
import { wholeMw } from '../../time/megawatts.js';

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

export function SignedOut({ facts, onEnter }: SignedOutProps): JSX.Element {
  const [way, setWay] = useState<Way>(facts.signUp === 'open' ? 'sign-up' : 'sign-in');
  const [said, setSaid] = useState('');
  if (!isSecureContext && !facts.allowsHttp) return <NeedsHttps baseUrl={facts.baseUrl} />;
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
          <Email />
        </Form>
      )}
    </div>
  );
}

/** Why nobody can sign in here: browsers keep the cookie of a session over https, or on the machine itself. */
function NeedsHttps({ baseUrl }: Pick<Facts, 'baseUrl'>): JSX.Element {
  const secure = baseUrl.startsWith('https:') ? `${baseUrl}/account` : undefined;
  return (
    <div class="narrow" role="alert">
      <p>
        <b>You cannot sign in at this address.</b> Browsers keep a session over https only, and this page came over
        plain http.
      </p>
      <p>
        {secure ? (
          <a href={secure}>Open {secure}</a>
        ) : (
          <>
            Ask your operator to put https in front of the service, or to allow plain http on a network they trust:{' '}
            <code>INSECURE_HTTP=1</code>. The operator can make you a key meanwhile.
          </>
        )}
      </p>
    </div>
  );
}

/** `Free plan: 100 calls an hour, all seven grids.` */
function planWords({ name, callsAnHour }: NonNullable<Facts['signUpPlan']>): string {
  const calls = callsAnHour === null ? 'unlimited calls' : `${wholeMw(callsAnHour)} calls an hour`;
  return `${name} plan: ${calls}, all seven grids.`;
}

/** Signs up, and where no mail has to be answered first, signs in and makes the first key at once. */
function SignUp({ facts, onEnter, onSaid }: SignedOutProps & { onSaid: (text: string) => void }): JSX.Element {
  const [message, setMessage] = useState('');
  const send = async (fields: Readonly<Record<string, string>>): Promise<Answer<{ message: string }>> => {
    const signedUp = await askAccount<{ message: string }>('POST', '/sign-up', fields);
    if (!signedUp.ok) return signedUp;
    const { email, password } = fields;
    const signedIn = await signIn({ email, password });
    if (!signedIn.ok) return signedIn.failure.code === NOT_KEPT ? signedIn : signedUp;
    const key = await askAccount<IssuedKey>('POST', '/keys', { label: 'first key' });
    onEnter(signedIn.body, key.ok ? key.body : undefined);
    return signedUp;
  };
  return (
    <>
      <p>
        {facts.signUpPlan ? `${planWords(facts.signUpPlan)} ` : 'A new account starts without a REST plan. '}
        The next step shows your key and a first call to copy.
      </p>
      <Form
        button="Sign up"
        send={send}
        done={(body) => {
          setMessage(body.message);
          onSaid(body.message);
        }}
      >
        <Email />
        <NewPassword label="Password" />
        {facts.signUp === 'invite' && (
          <Field name="invitation" label="Invitation" hint="Ask your administrator for one." />
        )}
      </Form>
      {message && <p class="hint">Already have an account? Sign in instead.</p>}
    </>
  );
}

const NOT_KEPT = 'session_not_kept';

/** Signs in, and asks whether the browser kept the session. */
async function signIn(fields: Readonly<Record<string, string | undefined>>): Promise<Answer<Account>> {
  const answer = await askAccount<Account>('POST', '/sign-in', fields);
  if (!answer.ok) return answer;
  const kept = await askAccount<Account>('GET', '');
  if (kept.ok || kept.failure.status !== 401) return answer;
  const message =
    'Your password is right, but this browser did not keep the session. Allow cookies for this address, or open it over https.';
  return { ok: false, failure: { ...kept.failure, code: NOT_KEPT, message } };
}

function SignIn({ onEnter }: Pick<SignedOutProps, 'onEnter'>): JSX.Element {
  const [asksCode, setAsksCode] = useState(false);
  return (
    <Form<Account>
      button="Sign in"
      send={signIn}
      done={(account) => onEnter(account)}
      failed={({ message }) => setAsksCode((before) => before || /authenticator/.test(message))}
    >
      <Email />
      <Password />
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
