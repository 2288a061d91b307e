/** A text to be mailed. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

const IGNORE = 'If it was not you, ignore this mail: nothing changes.';

/** Every mail that is sent. */
export const MAILS = {
  confirm: (to: string, link: string): Mail => ({
    to,
    subject: 'Confirm your Loadcast account',
    text: `Somebody signed up for Loadcast with this address. To finish, open the link within 24 hours and enter the
password that was chosen:

${link}

${IGNORE}`,
  }),
  taken: (to: string): Mail => ({
    to,
    subject: 'You have a Loadcast account already',
    text: `Somebody tried to sign up for Loadcast with this address, which has an account. If it was you, sign in, or ask for
a new password. ${IGNORE}`,
  }),
  reset: (to: string, link: string): Mail => ({
    to,
    subject: 'Set a new Loadcast password',
    text: `Somebody asked for a new password of the Loadcast account with this address. To set one, open the link within 30
minutes; it works once:

${link}

${IGNORE}`,
  }),
  changed: (to: string, what: string): Mail => ({
    to,
    subject: 'Your Loadcast account was changed',
    text: `${what} If it was not you, set a new password, look at the security events of your account, and write to the operator.`,
  }),
} as const;
