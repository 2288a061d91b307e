import type { JSX } from 'preact';

/** Questions that are answered elsewhere. @param code the grid whose pages are named */
const QUESTIONS = (code: string) =>
  [
    { href: '/build', text: 'How do I get this into Excel, Python or R?' },
    { href: `/r/${code}`, text: 'Was yesterday’s forecast better than the operator’s?' },
    { href: '/accuracy', text: 'And over four weeks, in every grid?' },
    { href: `/r/${code}/time`, text: 'What did it say two days ago?' },
    { href: `/r/${code}/peaks`, text: 'Is a peak day coming that sets my charges?' },
  ] as const;

/** Where to read on: the last of the cards. */
export function NextCard({ code }: { readonly code: string }): JSX.Element {
  return (
    <li class="card next">
      <h2>What next?</h2>
      <ul>
        {QUESTIONS(code).map(({ href, text }) => (
          <li key={href}>
            <a href={href}>{text}</a>
          </li>
        ))}
      </ul>
      <p class="hint">Answers for {code}. Click a grid’s name above for its own pages.</p>
    </li>
  );
}
