/** The package that holds or reads the bounded thing. */
type Owner = 'formats' | 'observe' | 'core' | 'sources' | 'storage' | 'surface-a' | 'accounts' | 'service' | 'gateway';

/** A bound on the entries of a cache. */
export type Cache = Pick<Budget, 'owner' | 'holds' | 'per' | 'bound'>;

/** A bound on something that callers can make grow. */
export interface Budget {
  readonly owner: Owner;
  readonly holds: string;
  /** Each of these has the bound to itself. */
  readonly per: 'process' | 'address' | 'account' | 'key' | 'store';
  readonly bound: number;
  /** Beyond the bound the new one is refused, or one that is held gives way. A cache that is full is in order. */
  readonly beyond: 'refused' | 'replaced';
  readonly effect: string;
}

/** A bound on one thing that comes from outside. Nothing of it stays, so there is no fill to show. */
export interface Limit {
  readonly owner: Owner;
  readonly counts: string;
  /** Each of these is judged alone. */
  readonly per: 'request' | 'account' | 'reply';
  readonly bound: number;
  /** Code of the refusal of anything larger. */
  readonly refusal: string;
}
