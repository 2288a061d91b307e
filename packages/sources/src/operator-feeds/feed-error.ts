/** Why a reply of an operator's feed was not used. */
export type FeedFault =
  | 'empty'
  | 'web_page'
  | 'cut_short'
  | 'no_data'
  | 'unexpected'
  | 'wrong_day'
  | 'wrong_unit'
  | 'repeated_hour'
  | 'missing_hour';

/** Something in a reply is not as documented: thrown by parsers, and turned into a `FeedRefusal`. */
export class FeedError extends Error {
  readonly fault: FeedFault;

  constructor(fault: FeedFault, message: string) {
    super(message);
    this.name = 'FeedError';
    this.fault = fault;
  }
}
