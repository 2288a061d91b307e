import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Answer, Failure } from '../../data/api.js';

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly type?: 'email' | 'password';
  readonly autocomplete?: string;
  readonly hint?: string;
  readonly isOptional?: boolean;
  readonly initial?: string | undefined;
}

export function Field({ name, label, type, autocomplete = 'off', hint, isOptional, initial }: FieldProps): JSX.Element {
  const common = { name, autocomplete, required: !isOptional, ...(initial !== undefined && { defaultValue: initial }) };
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: it holds one of the three
    <label class="field">
      <span>{label}</span>
      {type === 'email' && <input {...common} type="email" />}
      {type === 'password' && <input {...common} type="password" />}
      {type === undefined && <input {...common} type="text" />}
      {hint && <span class="hint">{hint}</span>}
    </label>
  );
}

export const Password = ({ name = 'password', label = 'Password' }: Partial<FieldProps>): JSX.Element => (
  <Field name={name} label={label} type="password" autocomplete="current-password" />
);

/** The field of a password that is chosen. */
export const NewPassword = ({ label }: Pick<FieldProps, 'label'>): JSX.Element => (
  <Field name="password" label={label} type="password" autocomplete="new-password" hint="At least 12 characters." />
);

export const Email = (): JSX.Element => <Field name="email" label="E-mail" type="email" autocomplete="username" />;

interface FormProps<T> {
  readonly button: string;
  readonly isGrave?: boolean;
  /** Does what the form is for. @param fields the form's fields by name, empty ones left out */
  readonly send: (fields: Readonly<Record<string, string>>) => Promise<Answer<T>>;
  readonly done: (body: T, fields: Readonly<Record<string, string>>) => void;
  readonly failed?: (failure: Failure) => void;
  /** Set for a form that a button opened: the form takes the focus, and returns it to the button. */
  readonly onCancel?: (() => void) | undefined;
  readonly children?: ComponentChildren;
}

/** Fields with one button. A refusal is written under them, with the id of the request. */
export function Form<T>({ button, isGrave, send, done, failed, onCancel, children }: FormProps<T>): JSX.Element {
  const [isSending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    if (!onCancel) return;
    opener.current = document.activeElement;
    form.current?.querySelector<HTMLElement>('input, select, button')?.focus();
  }, []);
  const [failure, setFailure] = useState<Failure | undefined>(undefined);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (isSending) return;
    const given = new FormData(event.currentTarget as HTMLFormElement);
    const fields = Object.fromEntries(
      [...given].flatMap(([name, value]) => (value === '' ? [] : [[name, String(value)]])),
    );
    setSending(true);
    const answer = await send(fields);
    setSending(false);
    setFailure(answer.ok ? undefined : answer.failure);
    if (answer.ok) done(answer.body, fields);
    else failed?.(answer.failure);
  };
  const cancel = (): void => {
    onCancel?.();
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  return (
    <form onSubmit={submit} ref={form}>
      {children}
      <p class="buttons">
        <button type="submit" class={isGrave ? 'grave' : 'main'} disabled={isSending}>
          {isSending ? 'One moment …' : button}
        </button>{' '}
        {onCancel && (
          <button type="button" onClick={cancel}>
            Cancel
          </button>
        )}
      </p>
      <div role="alert">
        {failure && (
          <p class="refusal">
            {failure.message}
            {failure.retryAfterSeconds !== undefined && ` Try again in ${failure.retryAfterSeconds} seconds.`}
            {failure.requestId && <span class="hint"> Request {failure.requestId}</span>}
          </p>
        )}
      </div>
    </form>
  );
}
