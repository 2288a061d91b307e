/** A few facts about a whole store, such as where its data comes from. Small strings, newest wins. */
export interface MetaStore {
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
  /** Every fact, by name. */
  all(): Promise<ReadonlyMap<string, string>>;
}
