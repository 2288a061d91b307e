/** Stands in the build for the SDK's validator of what a user fills into a form: no form is ever sent. */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('forms are not used');
  }
}
