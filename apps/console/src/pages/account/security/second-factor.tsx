import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { askAccount, useAccount } from '../../../data/account.js';
import { Copied } from '../../../shell/parts/copy.js';
import { Field, Form, Password } from '../../../shell/parts/form.js';
import { ShownOnce } from '../../../shell/parts/shown-once.js';
import { usePlace } from '../../../shell/parts/use-place.js';

type Step =
  | { readonly is: 'rest' | 'begin' | 'remove' }
  | { readonly is: 'scan'; readonly secret: string; readonly uri: string }
  | { readonly is: 'kept'; readonly codes: readonly string[] };

/** Whether sign-in requires a code of an authenticator app. */
export function SecondFactor(): JSX.Element {
  const { body: data, reload } = useAccount<{ readonly enabled: boolean; readonly recovery_codes_left: number }>(
    '/second-factor',
  );
  const [step, setStep] = useState<Step>({ is: 'rest' });
  const [heading, goToHeading] = usePlace();
  const rest = (): void => {
    setStep({ is: 'rest' });
    reload();
    goToHeading();
  };
  const isAsked = step.is === 'begin' || step.is === 'remove';
  return (
    <>
      <h3 ref={heading} tabIndex={-1}>
        Second factor
      </h3>
      {(step.is === 'rest' || isAsked) && data && (
        <p>
          {data.enabled
            ? `Sign-in requires a code from your authenticator app. ${data.recovery_codes_left} recovery codes are left. `
            : 'Sign-in requires only your password. '}
          <button
            type="button"
            aria-expanded={isAsked}
            onClick={() => setStep({ is: isAsked ? 'rest' : data.enabled ? 'remove' : 'begin' })}
          >
            {data.enabled ? 'Remove it' : 'Add an authenticator app'}
          </button>
        </p>
      )}
      <div class="narrow">
        <StepForm key={step.is} step={step} goTo={setStep} onDone={rest} />
      </div>
    </>
  );
}

interface StepFormProps {
  readonly step: Step;
  readonly goTo: (step: Step) => void;
  /** Called at the end of the last step, and when one is canceled. */
  readonly onDone: () => void;
}

function StepForm({ step, goTo, onDone }: StepFormProps): JSX.Element | null {
  switch (step.is) {
    case 'rest':
      return null;
    case 'begin':
      return (
        <Form<{ secret: string; uri: string }>
          button="Continue"
          send={(fields) => askAccount('POST', '/second-factor', fields)}
          done={({ secret, uri }) => goTo({ is: 'scan', secret, uri })}
          onCancel={onDone}
        >
          <Password />
        </Form>
      );
    case 'scan':
      return (
        <Form<{ recovery_codes: readonly string[] }>
          button="Confirm"
          send={(fields) => askAccount('POST', '/second-factor/confirm', fields)}
          done={({ recovery_codes }) => goTo({ is: 'kept', codes: recovery_codes })}
          onCancel={onDone}
        >
          <p>
            <a href={step.uri}>Open the authenticator app</a> on this device, or type this secret into it:
          </p>
          <Copied text={step.secret} what="the secret" />
          <Field name="code" label="Code shown in the app" autocomplete="one-time-code" />
          <p class="hint">You are signed out everywhere else.</p>
        </Form>
      );
    case 'kept':
      return (
        <ShownOnce
          label="Recovery codes"
          text={step.codes.join('\n')}
          what="the recovery codes"
          onSaved={onDone}
          intro={
            <>
              <b>Recovery codes, shown only once.</b> Each one signs you in once if you lose the app.
            </>
          }
        />
      );
    case 'remove':
      return (
        <Form
          button="Remove the second factor"
          isGrave
          send={(fields) => askAccount('POST', '/second-factor/remove', fields)}
          done={onDone}
          onCancel={onDone}
        >
          <p>After this, a password alone is enough to sign in.</p>
          <Password />
          <Field name="code" label="Code, or a recovery code" autocomplete="one-time-code" />
        </Form>
      );
  }
}
