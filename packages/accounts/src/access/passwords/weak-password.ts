import { sha256Prefix } from '../sha256.js';
import { COMMON_PASSWORDS } from './common-passwords.data.js';
import { isKeyboardWalk } from './keyboard-walk.js';

const OWN_WORDS = ['loadcast', 'electricity', 'forecast', 'powergrid', 'caiso', 'ercot'];

/** What must be left of a password when the words of its owner and of this service are taken out of it. */
const LEAST_OF_ITS_OWN = 6;

let prefixes: ReadonlySet<number> | undefined;

/**
 * Why a password is easy to guess, or undefined. Digits and signs added to a common password, and a common password written
 * twice, are as easy: "Password2026!" is "password".
 *
 * @param email of the account, where there is one
 */
export function weakness(password: string, email = ''): string | undefined {
  const text = password.toLowerCase();
  const core = coreOf(text);
  const unit = unitOf(text);
  if (isRun(unit) || [...unit].length < 4) return 'This password is a simple pattern. Pick another.';
  if ([text, core].some(isKeyboardWalk)) return 'This password follows the keys of a keyboard. Pick another.';
  if ([text, core, unit, coreOf(unit), unitOf(core)].some(isCommon))
    return 'This password is too common. Pick another.';
  if (coreOf(withoutOwnWords(text, email)).length < LEAST_OF_ITS_OWN)
    return 'This password is too close to your e-mail address or the name of this service. Pick another.';
  return undefined;
}

/** The text without digits, signs and spaces at both ends; the text itself where nothing else is in it. */
function coreOf(text: string): string {
  return text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '') || text;
}

/** The repeating unit of a whole text: `abcabcab` repeats `abc`. */
function unitOf(text: string): string {
  for (let length = 1; length <= text.length / 2; length += 1) {
    const unit = text.slice(0, length);
    if (unit.repeat(Math.ceil(text.length / length)).startsWith(text)) return unit;
  }
  return text;
}

/** Counted up or down: `123456789012`, `abcdefghijkl`. */
function isRun(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, at) => (code - (codes[at] ?? 0) + 10) % 10);
  return text.length >= 4 && steps.every((step) => step === steps[0]) && (steps[0] === 1 || steps[0] === 9);
}

function withoutOwnWords(text: string, email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const words = [email.toLowerCase(), local, domain, ...domain.split('.'), ...OWN_WORDS];
  return words.filter((word) => word.length >= 4).reduce((left, word) => left.replaceAll(word, ''), text);
}

function isCommon(text: string): boolean {
  if (!prefixes) {
    const bytes = Buffer.from(COMMON_PASSWORDS, 'base64');
    prefixes = new Set(Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readUInt32BE(at * 4)));
  }
  return prefixes.has(sha256Prefix(text));
}
