import type { JSX } from 'preact';
import type { Facts } from '../../data/facts.js';
import { Copied } from '../../shell/parts/copy.js';

export function CopyBox({ facts, code }: { readonly facts: Facts; readonly code: string }): JSX.Element {
  const call = `/v1/demand/forecast?region=${code}&horizon=2d&tz=market&format=csv`;
  return (
    <section class="on-screen">
      <h2>Use the API</h2>
      <p>
        The next two days from a terminal, with a key from your <a href="/account">account</a>. Code for pandas, R and
        more is at <a href={`/build?region=${code}`}>Get the data</a>.
      </p>
      <Copied
        text={`curl -sS --fail-with-body -H "Authorization: Bearer $KEY" "${facts.baseUrl}${call}"`}
        what="the call"
      />
    </section>
  );
}
