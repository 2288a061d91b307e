import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { askAccount, type Session, useAccount } from '../../../data/account.js';
import type { Failure } from '../../../data/api.js';
import { Opened } from '../../../shell/parts/opened.js';
import { Pending } from '../../../shell/trouble.js';
import { epochMs } from '../../../time/epoch-ms.js';
import { agoText } from '../../../time/wall-clock.js';

export const Sessions = (): JSX.Element => <Opened summary="Sessions">{() => <SessionList />}</Opened>;

function SessionList(): JSX.Element {
  const reading = useAccount<readonly Session[]>('/sessions');
  const [refusal, setRefusal] = useState<Failure | undefined>(undefined);
  if (!reading.body) return <Pending of={reading} what="sessions" />;
  const end = async (id: string): Promise<void> => {
    const answer = await askAccount('DELETE', `/sessions/${id}`);
    setRefusal(answer.ok ? undefined : answer.failure);
    reading.reload();
  };
  return (
    <>
      {refusal && <p role="alert">{refusal.message}</p>}
      <ul class="rows">
        {reading.body.map(({ id, from, agent, used_at, current }) => (
          <li key={id}>
            <span>
              {agentText(agent)} from {from}, used {agoText(epochMs(used_at), Date.now())}
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
