/**
 * Why a store cannot do a requested operation.
 *
 * - `missing`: the folder or file is not there and cannot be made.
 * - `read_only`: it may not be written.
 * - `in_use`: another process writes to it.
 * - `not_a_store`: the file is something else.
 * - `newer_format`: a newer Loadcast wrote it.
 * - `full`: the disk is full; nothing was written, and trying again later is right.
 * - `busy`: another transaction took too long; nothing was written.
 * - `failed`: the disk did not take a write. Nothing more is accepted until the program starts again.
 * - `corrupt`: stored data are damaged.
 * - `pooled`: a pooler between here and the database does not keep sessions.
 * - `exists`: what would be written is there already.
 */
export type StoreFault =
  | 'missing'
  | 'read_only'
  | 'in_use'
  | 'not_a_store'
  | 'newer_format'
  | 'full'
  | 'busy'
  | 'failed'
  | 'corrupt'
  | 'pooled'
  | 'exists';

/** A fault of a store, in one line that an operator can act on. */
export class StoreError extends Error {
  readonly fault: StoreFault;

  constructor(fault: StoreFault, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'StoreError';
    this.fault = fault;
  }
}
