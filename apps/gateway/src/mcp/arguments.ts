import { nearestName, type ParameterDescription } from '@loadcast/formats';
import { type Parameters, Refused } from './ask.js';

/**
 * The arguments of a call as parameters of a query. Their values are judged by the endpoint.
 *
 * @throws {Refused} naming the first argument that the tool does not have, or that is no plain value
 */
export function parametersFrom(
  given: Readonly<Record<string, unknown>>,
  known: readonly ParameterDescription[],
): Parameters {
  const names = known.map(({ name }) => name);
  const missing = known.find(({ name, isRequired }) => isRequired && (given[name] ?? '') === '');
  const entries = Object.entries(given).map(([name, value]): [string, string] => {
    if (!names.includes(name)) throw new Refused(unknownArgument(name, names));
    if (!['string', 'number', 'boolean'].includes(typeof value)) {
      throw new Refused(`invalid_parameter: ${name}: expected text`);
    }
    return [name, String(value)];
  });
  if (missing) throw new Refused(`missing_parameter: ${missing.name} is required`);
  return Object.fromEntries(entries);
}

function unknownArgument(name: string, names: readonly string[]): string {
  const meant = nearestName(name.slice(0, 64), names);
  const hint = meant === undefined ? `the arguments are ${names.join(', ') || 'none'}` : `did you mean ${meant}?`;
  return `invalid_parameter: ${name.slice(0, 64)}: no argument of this tool; ${hint}`;
}
