import type { JSX } from 'preact';
import type { Facts } from '../../data/facts.js';
import { Copied } from '../../shell/parts/copy.js';

interface CopyBoxProps {
  readonly facts: Facts;
  /** Path and query below the API's mount, as CSV. */
  readonly path: string;
  readonly xlsxHref: string;
}

/** The numbers of this page, for a spreadsheet and for a program. */
export function CopyBox({ facts, path, xlsxHref }: CopyBoxProps): JSX.Element {
  return (
    <>
      <h2>Take it along</h2>
      <p>
        <a class="button" href={xlsxHref} download>
          Download for Excel
        </a>{' '}
        <span class="hint">These hours, with times as dates.</span>
      </p>
      <p>
        In a terminal, with a key of your <a href="/account">account</a>:
      </p>
      <Copied text={`curl -H "Authorization: Bearer $KEY" "${facts.baseUrl}/v1${path}"`} what="the call" />
    </>
  );
}
