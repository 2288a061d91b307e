import type { JSX } from 'preact';
import type { PageState } from '../../data/facts.js';
import { usePageQuery } from '../../data/page-query.js';
import { rootOf } from '../../data/reader.js';
import { Copied } from '../../shell/parts/copy.js';
import { Download } from '../../shell/parts/download.js';
import type { Page } from '../page.js';
import { BuildForm } from './build-form.js';
import { Preview, previewPath } from './preview.js';
import { snippetsOf } from './snippets.js';
import { addressOf, callOf, readWanted, type Wanted } from './wanted.js';

/** `/build`: a call put together by choosing, with code for the tools that read it. */
export const BUILD: Page = {
  pattern: '/build',
  title: () => 'Get the data',
  asks: ({ facts, query }) => {
    const wanted = readWanted(new URLSearchParams(query), facts);
    return facts.demo.includes(wanted.region) ? [previewPath(wanted)] : [];
  },
  view: (state) => <BuildPage state={state} />,
};

function BuildPage({ state }: { readonly state: PageState }): JSX.Element {
  const { facts } = state;
  const [query, change] = usePageQuery(state);
  const wanted = readWanted(query, facts);
  const address = addressOf(callOf(wanted));
  return (
    <>
      <h1>Get the data into your tool</h1>
      <p class="lead">
        Pick what you need. The URL, a preview and code samples update below. Programs need a key from your{' '}
        <a href="/account">account</a> (free).
      </p>
      <BuildForm facts={facts} wanted={wanted} onChange={change} />
      <OtherGrid asked={query.get('region')?.toUpperCase()} shown={wanted.region} />
      <h2>URL</h2>
      <Copied text={`${facts.baseUrl}/v1${address}`} what="the URL" />
      <Price of={wanted} />
      <p>
        <Download href={rootOf([wanted.region], facts) + address}>Download once</Download>{' '}
        <span class="hint">No code needed: {wanted.format.text}, with the choices above.</span>
      </p>
      <h2>Preview</h2>
      <Preview state={state} wanted={wanted} />
      <h2>Code</h2>
      {snippetsOf(wanted, facts.baseUrl).map(({ id, tool, steps, code }) => (
        <details key={id} class="snippet" open={id === 'curl'}>
          <summary>{tool}</summary>
          <p>{steps}</p>
          <Copied id={id} text={code} what={`the code for ${tool}`} />
        </details>
      ))}
      <h2>Client libraries</h2>
      <p>They retry, ask only for what changed, and follow events. This service has both, in matching versions.</p>
      {clientsOf(facts.baseUrl).map(({ tool, command }) => (
        <Copied key={tool} text={command} what={`the command for ${tool}`} />
      ))}
    </>
  );
}

interface OtherGridProps {
  readonly asked: string | undefined;
  readonly shown: string;
}

/** An address with a region that the form does not have, such as a utility's. */
function OtherGrid({ asked, shown }: OtherGridProps): JSX.Element | null {
  if (!asked || asked === shown) return null;
  return (
    <p class="trouble">
      This form has no grid {asked}, so it shows {shown}. Utilities have{' '}
      <a href="/docs/get-utility-forecast">an API of their own</a>.
    </p>
  );
}

const clientsOf = (baseUrl: string) => [
  { tool: 'Python', command: `curl -sS --fail-with-body -O ${baseUrl}/clients/loadcast.py` },
  { tool: 'TypeScript', command: `npm install ${baseUrl}/clients/loadcast.tgz` },
];

/** What the call costs of a plan: each counter by one. */
function Price({ of: { region } }: { readonly of: Wanted }): JSX.Element {
  return (
    <p>
      Counts as <b>1 call</b> (hourly, daily and {region} limits).{' '}
      <span class="hint">
        Repeat calls with <code>If-None-Match</code> are free while the data has not changed (304). See{' '}
        <a href="/docs/plans">plans</a>.
      </span>
    </p>
  );
}
