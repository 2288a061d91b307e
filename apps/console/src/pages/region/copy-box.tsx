import type { JSX } from 'preact';
import type { Facts } from '../../data/facts.js';
import { Copied } from '../../shell/parts/copy.js';

interface CopyBoxProps {
  readonly facts: Facts;
  readonly code: string;
  readonly xlsxHref: string;
}

/** The numbers of this page, for a spreadsheet and for a program. */
export function CopyBox({ facts, code, xlsxHref }: CopyBoxProps): JSX.Element {
  const call = `/v1/demand/forecast?region=${code}&horizon=2d&tz=market&format=csv`;
  return (
    <section class="on-screen">
      <h2>Download or use the API</h2>
      <p>
        <a class="button" href={xlsxHref} download>
          Download for Excel
        </a>{' '}
        <span class="hint">
          These hours, with times as Excel dates.{' '}
          <a href={`/build?region=${code}`}>Get a sheet that refreshes itself</a>, or code for pandas, R and more.
        </span>
      </p>
      <p>
        The next two days from a terminal, with a key from your <a href="/account">account</a>:
      </p>
      <Copied text={`curl -H "Authorization: Bearer $KEY" "${facts.baseUrl}${call}"`} what="the call" />
    </section>
  );
}
