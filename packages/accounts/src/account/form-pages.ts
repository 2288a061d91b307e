import { escapeXml, type Reply } from '@loadcast/formats';

const HTML = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** The pages that mailed links lead to. Reading one changes nothing: mail scanners open links. */
const PAGES = {
  confirm: {
    title: 'Finish the sign-up',
    field: 'Password chosen at sign-up',
    autocomplete: 'current-password',
    button: 'Create the account',
    done: 'The account is ready.',
  },
  reset: {
    title: 'Set a new password',
    field: 'New password',
    autocomplete: 'new-password',
    button: 'Set the password',
    done: 'The password was set. Sign in with it.',
  },
} as const;

export type FormPage = keyof typeof PAGES;

/** The answer to a form of such a page, for people. */
export function formAnswer(purpose: FormPage, reply: Reply): Reply {
  const { title, done } = PAGES[purpose];
  const cookie = reply.headers['set-cookie'];
  const body = reply.status < 300 ? done : (messageIn(reply) ?? 'It did not work.');
  const answer = page(reply.status < 300 ? 200 : reply.status, title, `<p>${escapeXml(body)}</p>`);
  return cookie === undefined ? answer : { ...answer, headers: { ...answer.headers, 'set-cookie': cookie } };
}

function messageIn({ body }: Reply): string | undefined {
  return typeof body === 'string' ? (JSON.parse(body)?.error?.message as string | undefined) : undefined;
}

/** A page with a form that posts the token of its link. It works without scripts. */
export function formPage(purpose: FormPage, token: string): Reply {
  const { title, field, autocomplete, button } = PAGES[purpose];
  return page(
    200,
    title,
    `<form method="post" action="/account/${purpose}-with-link"><input type="hidden" name="token" value="${escapeXml(token)}">
<p><label>${field}<br><input type="password" name="password" autocomplete="${autocomplete}" required></label></p>
<p><button>${button}</button></p></form>`,
  );
}

function page(status: number, title: string, body: string): Reply {
  const head = `<meta charset="utf-8"><title>${title}</title><link rel="stylesheet" href="/style.css">`;
  const html = `<!doctype html><html lang="en"><head>${head}</head><body><h1>${title}</h1>${body}</body></html>\n`;
  return { status, headers: HTML, body: html };
}
