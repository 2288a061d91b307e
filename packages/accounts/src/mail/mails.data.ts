export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

const IGNORE = 'If this was not you, ignore this mail. Nothing changes.';

export const MAILS = {
  confirm: (to: string, link: string): Mail => ({
    to,
    subject: 'Confirm your Loadcast account',
    text: `Someone signed up for Loadcast with this address. To finish, open the link within 24 hours and enter the
password chosen at sign-up:

${link}

${IGNORE}`,
  }),
  taken: (to: string): Mail => ({
    to,
    subject: 'You already have a Loadcast account',
    text: `Someone tried to sign up for Loadcast with this address, which already has an account. If this was you, sign in or
request a new password. ${IGNORE}`,
  }),
  reset: (to: string, link: string): Mail => ({
    to,
    subject: 'Set a new Loadcast password',
    text: `Someone requested a new password for the Loadcast account with this address. To set one, open the link within 30
minutes; it works once:

${link}

${IGNORE}`,
  }),
  changed: (to: string, what: string): Mail => ({
    to,
    subject: 'Your Loadcast account was changed',
    text: `${what} If this was not you, set a new password, check the security events of your account, and contact the operator.`,
  }),
} as const;
