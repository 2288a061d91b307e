import { ServiceError } from '@loadcast/core';

/** A class of errors that keeps its fields on the way from a thread, where classes are lost. */
export interface CarriedError {
  is(error: Error): boolean;
  /** The error made again from its message and from its fields, which are sent as plain data. */
  // biome-ignore lint/suspicious/noExplicitAny: the fields of the class, which `is` has found
  restore(message: string, fields: any): Error;
}

/** Classes by a name of one's own. */
export type CarriedErrors = Readonly<Record<string, CarriedError>>;

export interface ThreadFailure {
  readonly message: string;
  readonly stack: string | undefined;
  readonly carried?: { readonly name: string; readonly fields: object };
}

export const SERVICE_ERRORS: CarriedErrors = {
  service: {
    is: (error) => error instanceof ServiceError,
    restore: (message, { code, details }) => new ServiceError(code, message, details),
  },
};

export function describeFailure(thrown: unknown, classes: CarriedErrors): ThreadFailure {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { message, stack } = error;
  const name = Object.keys(classes).find((each) => classes[each]!.is(error));
  return name === undefined ? { message, stack } : { message, stack, carried: { name, fields: { ...error } } };
}

export function restoreFailure({ message, stack, carried }: ThreadFailure, classes: CarriedErrors): Error {
  const error = carried ? classes[carried.name]!.restore(message, carried.fields) : new Error(message);
  return Object.assign(error, { stack });
}
