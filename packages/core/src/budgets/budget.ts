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

/** A cache's row. */
export const cache = (owner: Owner, bound: number, holds: string, per: Budget['per'] = 'process'): Cache => ({
  owner,
  holds,
  per,
  bound,
});

type HeldRow = (owner: Owner, bound: number, holds: string, effect: string, per?: Budget['per']) => Budget;

/** The row of what refuses the new one beyond its bound. */
export const refused: HeldRow = (owner, bound, holds, effect, per = 'process') => ({
  ...cache(owner, bound, holds, per),
  beyond: 'refused',
  effect,
});

/** The row of what gives way to the new one beyond its bound. */
export const replaced: HeldRow = (...row) => ({ ...refused(...row), beyond: 'replaced' });

/** A limit's row. */
export const limit = (
  owner: Owner,
  bound: number,
  counts: string,
  refusal = 'invalid_parameter',
  per: Limit['per'] = 'request',
): Limit => ({ owner, counts, per, bound, refusal });
