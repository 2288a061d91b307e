/** A meter file that cannot be read as a whole. The message says what to add or change. */
export class MeterRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MeterRefusal';
  }
}
