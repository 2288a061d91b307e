export const TRY_IT_PATH = '/docs/try-it.js';

/**
 * Asks what a form says, and shows status, headers, body and the call as curl writes it. A typed key goes to this service alone,
 * and is not kept. Samples show the key that was made in this tab.
 */
export const TRY_IT_SCRIPT = String.raw`const SHOWN = ['content-type', 'etag', 'cache-control', 'x-forecast-issued-at', 'x-rows-expected', 'x-rows-missing',
  'x-ignored-parameters', 'warning', 'ratelimit', 'ratelimit-policy', 'retry-after', 'x-request-id'];
const MOST_SHOWN = 20000;
// Who signed in to the console asks as that account.
const isSignedIn = localStorage.getItem('loadcast-reader') !== null;
const madeKey = sessionStorage.getItem('loadcast-key');

if (madeKey !== null)
  for (const code of document.querySelectorAll('pre code')) code.textContent = code.textContent.replaceAll('$KEY', madeKey);

for (const form of document.querySelectorAll('form.try')) {
  const show = (part, text) => {
    const element = form.querySelector('[data-shows=' + part + ']');
    element.textContent = text;
    element.hidden = text === '';
  };
  const status = form.querySelector('[role=status]');
  const part = (name) => [...form.querySelectorAll('[data-part=' + name + ']')];
  form.hidden = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const key = part('key')[0]?.value.trim() ?? '';
    let path = key === '' && !isSignedIn ? (form.dataset.demo ?? form.dataset.path) : form.dataset.path;
    for (const { name, value } of part('segment')) path = path.replace('{' + name + '}', encodeURIComponent(value));
    const query = new URLSearchParams(part('parameter').filter(({ value }) => value !== '').map(({ name, value }) => [name, value]));
    const url = location.origin + path + (query.size > 0 ? '?' + query : '');
    show('curl', 'curl -sS --fail-with-body ' + (key === '' ? '' : '-H "Authorization: Bearer $KEY" ') + '"' + url + '"');
    for (const name of ['headers', 'body']) show(name, '');
    status.textContent = 'Asking ...';
    try {
      const answer = await fetch(url, { credentials: key === '' ? 'same-origin' : 'omit', headers: key === '' ? {} : { authorization: 'Bearer ' + key } });
      const bytes = new Uint8Array(await answer.arrayBuffer());
      status.textContent = answer.status + ' ' + answer.statusText;
      show('headers', SHOWN.filter((name) => answer.headers.has(name)).map((name) => name + ': ' + answer.headers.get(name)).join('\n'));
      show('body', bodyText(bytes, answer.headers.get('content-type') ?? ''));
    } catch {
      status.textContent = 'No answer.';
    }
  });
}

function bodyText(bytes, type) {
  if (!/json|text|csv|xml/.test(type) || /openxml/.test(type)) return bytes.length + ' bytes of ' + type;
  const text = new TextDecoder().decode(bytes);
  const shown = type.startsWith('application/json') ? JSON.stringify(JSON.parse(text), null, 2) : text;
  return shown.length > MOST_SHOWN ? shown.slice(0, MOST_SHOWN) + '\n... ' + (shown.length - MOST_SHOWN) + ' more characters' : shown;
}
`;
