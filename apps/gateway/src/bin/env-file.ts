import { readFileSync } from 'node:fs';

const NAME = /^[A-Za-z_]\w*$/;

/**
 * Settings of a file as systemd's `EnvironmentFile` reads it: nothing is expanded, so `&`, `$`, `#` and parentheses are what they are.
 *
 * Quotes may surround a value. A backslash takes the next character as it is, within double quotes only of `"`, `\`, a backtick and
 * `$`, and at the end of a line continues it. Lines that begin with `#` or `;` are comments. systemd skips other lines; here they are
 * an error, so that no setting is missed.
 *
 * @throws {Error} naming the line
 */
export function parseEnvFile(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  const source = text.replace(/^\uFEFF/, '');
  const line = /[ \t\r\n]*(?:[#;][^\r\n]*|([^=\r\n]*?)[ \t]*(=|(?=[\r\n])|$))/y;
  while (line.lastIndex < source.length) {
    const begins = line.lastIndex;
    const [all = '', name, equals] = line.exec(source) ?? [];
    if (all.trim() === '' || name === undefined) continue;
    if (equals !== '=' || !NAME.test(name)) throw atLine(source, begins, 'expected NAME=value, or # and a comment');
    const { value, ends } = readValue(source, line.lastIndex);
    found[name] = value;
    line.lastIndex = ends;
  }
  return found;
}

/** Quoted parts one after another; then, or instead, text to the end of the line. */
function readValue(source: string, from: number): { value: string; ends: number } {
  const part = /[ \t]*(?:'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|((?:[^\\\r\n]|\\[\s\S])*))/y;
  part.lastIndex = from;
  let value = '';
  for (;;) {
    const [, single, double, bare] = part.exec(source) ?? [];
    if (bare !== undefined) {
      if (/^['"]/.test(bare)) throw atLine(source, from, 'a quote is not closed');
      const kept = bare.replace(/(\\[\s\S])?[ \t]+$/, '$1');
      return { value: value + kept.replace(/\\([\s\S])/g, (_, escaped) => lineless(escaped)), ends: part.lastIndex };
    }
    value += single ?? double!.replace(/\\(["\\`$\r\n])/g, (_, escaped) => lineless(escaped));
  }
}

const lineless = (escaped: string): string => (/[\r\n]/.test(escaped) ? '' : escaped);

function atLine(source: string, place: number, reason: string): Error {
  const before = source.slice(0, place);
  const skipped = /^[ \t\r\n]*/.exec(source.slice(place))![0];
  return new Error(`line ${(before + skipped).split(/\r\n|[\r\n]/).length}: ${reason}`);
}

/**
 * Reads `--env-file FILE` before the command into an environment; its values win, as they do for a systemd service.
 *
 * @returns the arguments after it
 * @throws {Error} the file cannot be read
 */
export function takeEnvFile(args: readonly string[], env: NodeJS.ProcessEnv): readonly string[] {
  const [, given] = /^--env-file(?:=(.*))?$/.exec(args[0] ?? '') ?? [];
  if (given === undefined && args[0] !== '--env-file') return args;
  const file = given ?? args[1];
  if (file === undefined || file === '') throw new Error('--env-file: expected FILE, then a command');
  try {
    Object.assign(env, parseEnvFile(readFileSync(file, 'utf8')));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(`--env-file ${file}: ${code === undefined ? message : `cannot be read (${code})`}`);
  }
  return args.slice(given === undefined ? 2 : 1);
}
