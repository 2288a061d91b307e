import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { askAccount, type Session, useAccount } from '../../../data/account.js';
import type { Failure } from '../../../data/api.js';
import { Trouble, Waiting } from '../../../shell/trouble.js';
import { agoText } from '../../../time/wall-clock.js';

/** Where the account is signed in. Read when it is opened. */
export function Sessions(): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Sessions</summary>
      {isOpen && <SessionList />}
    </details>
  );
}

function SessionList(): JSX.Element {
  const { data, failure, reload } = useAccount<readonly Session[]>('/sessions');
  const [refusal, setRefusal] = useState<Failure | undefined>(undefined);
  if (failure) return <Trouble failure={failure} />;
  if (!data) return <Waiting what="sessions" />;
  const end = async (id: string): Promise<void> => {
    const answer = await askAccount('DELETE', `/sessions/${id}`);
    setRefusal(answer.ok ? undefined : answer.failure);
    reload();
  };
  return (
    <>
      {refusal && <p role="alert">{refusal.message}</p>}
      <ul class="rows">
        {data.map(({ id, from, agent, used_at, current }) => (
          <li key={id}>
            <span>
              {agentText(agent)} from {from}, used {agoText(Date.parse(used_at), Date.now())}
            </span>{' '}
            {current ? (
              <b>this one</b>
            ) : (
              <button type="button" class="grave" onClick={() => end(id)}>
                End
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

const BROWSERS = [
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const SYSTEMS = [/Windows/, /Android/, /iPhone|iPad/, /Mac OS/, /Linux/];

/** `Firefox on Linux`, or the full user agent of a program that is no browser. */
function agentText(agent: string): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(agent))?.[1];
  const system = SYSTEMS.map((pattern) => pattern.exec(agent)?.[0]).find((name) => name !== undefined);
  return browser ? `${browser}${system ? ` on ${system}` : ''}` : agent || 'A program';
}
