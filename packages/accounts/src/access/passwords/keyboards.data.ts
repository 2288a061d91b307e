/** Rows of keys, the upper first: a key touches the two above it at its own place and the next. */
export const KEYBOARDS: readonly (readonly string[])[] = [
  ['1234567890-=', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./'],
  ['1234567890', 'qwertzuiop', 'asdfghjkl', 'yxcvbnm,.-'],
  ['1234567890', 'azertyuiop', 'qsdfghjklm', 'wxcvbn,;:!'],
];

/** Signs of the digits with the shift key, 1 to 0. */
export const SHIFTED_DIGITS = '!@#$%^&*()';
