import type { JSX } from 'preact';

/** Questions that are answered elsewhere. @param code the grid whose pages are named */
const questionsOf = (code: string, isDemo: boolean) => [
  { href: '/build', text: 'How do I get this into Excel, Python or R?' },
  { href: `/r/${code}`, text: 'Was yesterday’s forecast better than the operator’s?' },
  { href: '/accuracy', text: 'And over four weeks, in every grid?' },
  { href: `/r/${code}/time`, text: 'What did it say two days ago?' },
  { href: `/r/${code}/peaks`, text: 'Is a peak day coming that sets my charges?' },
  ...(isDemo ? [{ href: '/docs/data#recorded-load', text: 'Can I replay the heat wave of July 2018?' }] : []),
];

/** Where to read on: the last of the cards. @param isDemo the load is recorded or simulated */
export function NextCard({ code, isDemo }: { readonly code: string; readonly isDemo: boolean }): JSX.Element {
  return (
    <li class="card next">
      <h2>What next?</h2>
      <ul>
        {questionsOf(code, isDemo).map(({ href, text }) => (
          <li key={href}>
            <a href={href}>{text}</a>
          </li>
        ))}
      </ul>
      <p class="hint">Answers for {code}. Click a grid’s name above for its own pages.</p>
    </li>
  );
}
