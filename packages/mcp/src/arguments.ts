import { nearestName, type ParameterDescription } from '@loadcast/formats';
import { type Parameters, Refused } from './ask.js';

/**
 * The arguments of a call as parameters of a query. Their values are judged by the endpoint. Models send null or "" for what they do
 * not want, and lists as arrays: such an optional argument is absent, and an array is written with commas.
 *
 * @throws {Refused} naming the first argument that the tool does not have, that is required, or that is no plain value
 */
export function parametersFrom(
  given: Readonly<Record<string, unknown>>,
  known: readonly ParameterDescription[],
): Parameters {
  const names = known.map(({ name }) => name);
  const entries = Object.entries(given).flatMap(([name, value]): [string, string][] => {
    if (!names.includes(name)) throw new Refused(unknownArgument(name, names));
    const values = [value].flat().filter((each) => each !== null && each !== undefined && each !== '');
    if (!values.every((each) => ['string', 'number', 'boolean'].includes(typeof each))) {
      throw new Refused(`invalid_parameter: ${name}: expected text`);
    }
    return values.length === 0 ? [] : [[name, values.join()]];
  });
  const parameters = Object.fromEntries(entries);
  const missing = known.find(({ name, isRequired }) => isRequired && parameters[name] === undefined);
  if (missing) throw new Refused(`missing_parameter: ${missing.name} is required`);
  return parameters;
}

function unknownArgument(name: string, names: readonly string[]): string {
  const meant = nearestName(name.slice(0, 64), names);
  const hint = meant === undefined ? `the arguments are ${names.join(', ') || 'none'}` : `did you mean ${meant}?`;
  return `invalid_parameter: ${name.slice(0, 64)}: no argument of this tool; ${hint}`;
}
