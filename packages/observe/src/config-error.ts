/** A setting is missing or wrong. The message names the variable and the allowed values, never the value. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}
