import { readArgs, UsageError } from './command.js';

export interface ValueOption<T> {
  /** Name of the value in help texts, such as `DATE`. */
  readonly placeholder: string;
  readonly help: string;
  readonly isRequired: boolean;
  /** An older name that is still accepted, without `--`. */
  readonly alias?: string;
  /** The value that it has where none follows it. */
  readonly bare?: string;
  /** @throws {UsageError} naming the option and the allowed values */
  read(option: string, text: string | undefined): T;
}

/** An option without a value: true where it is given. */
export interface SwitchOption {
  readonly help: string;
  readonly placeholder?: undefined;
}

/** The options of a command by name, without `--`, in the order in which help lists them. */
export type OptionTable = Readonly<Record<string, ValueOption<unknown> | SwitchOption>>;

export type OptionValues<O extends OptionTable> = {
  readonly [Name in keyof O]: O[Name] extends ValueOption<infer T> ? T : boolean;
};

/** Reads the text of an option. @throws {UsageError} naming the option and the allowed values */
export type ReadValue<T> = (option: string, text: string) => T;

export function optional<T>(
  placeholder: string,
  help: string,
  read: ReadValue<T>,
  more: { readonly alias?: string; readonly bare?: string } = {},
): ValueOption<T | undefined> {
  const readIfGiven = (option: string, text: string | undefined) =>
    text === undefined ? undefined : read(option, text);
  return { placeholder, help, isRequired: false, ...more, read: readIfGiven };
}

export function required<T>(placeholder: string, help: string, read: ReadValue<T>): ValueOption<T> {
  return {
    placeholder,
    help,
    isRequired: true,
    read(option, text) {
      if (text === undefined) throw new UsageError(`${option} ${placeholder} is missing`);
      return read(option, text);
    },
  };
}

export const flag = (help: string): SwitchOption => ({ help });

export const anyText: ReadValue<string> = (_option, text) => text;

/** `--json`, the same in every command. */
export const JSON_OPTION = { json: flag('print the result as JSON') } as const;

/** @throws {UsageError} an option is unknown, missing or wrong, or there is an argument too much */
export function readOptions<O extends OptionTable>(
  args: readonly string[],
  table: O,
  { positionals = false } = {},
): { readonly values: OptionValues<O>; readonly positionals: readonly string[] } {
  const config: Record<string, { readonly type: 'string' | 'boolean' }> = {};
  for (const [name, option] of Object.entries(table)) {
    config[name] = { type: option.placeholder === undefined ? 'boolean' : 'string' };
    if (option.placeholder !== undefined && option.alias !== undefined) config[option.alias] = { type: 'string' };
  }
  const given = readArgs(withBareValues(args, table), config, { positionals });
  const values = Object.entries(table).map(([name, option]) => {
    if (option.placeholder === undefined) return [name, given.values[name] === true] as const;
    const word = wordFor(name, option.alias, given.values);
    const text = given.values[word];
    return [name, option.read(`--${word}`, typeof text === 'string' ? text : undefined)] as const;
  });
  // The entries match the table, each read by its own row; TypeScript cannot follow that through Object.entries.
  return { values: Object.fromEntries(values) as OptionValues<O>, positionals: given.positionals };
}

function withBareValues(args: readonly string[], table: OptionTable): string[] {
  return args.map((arg, at) => {
    const option = table[arg.replace(/^--/, '')];
    const bare = option?.placeholder === undefined ? undefined : option.bare;
    return bare === undefined || /^[^-]/.test(args[at + 1] ?? '-') ? arg : `${arg}=${bare}`;
  });
}

function wordFor(name: string, alias: string | undefined, given: Readonly<Record<string, unknown>>): string {
  if (alias === undefined || given[alias] === undefined) return name;
  if (given[name] !== undefined) throw new UsageError(`--${name} and --${alias} are the same option: give one of them`);
  return alias;
}
