/** How long a key or a secret still holds beside its successor: seconds, and words for them. */
export const OVERLAPS = [
  ['86400', 'a day'],
  ['604800', 'a week'],
  ['3600', 'an hour'],
  ['0', '0 minutes (revoke now)'],
] as const;
