import type { Store } from '@loadcast/service';

/** Named stores of one engine, for tests of upgrades. */
export interface UpgradableStores {
  /** What a gateway is given to find the store of that name. */
  envOf(name: string): Readonly<Record<string, string>>;
  /** Opens it, and brings it to today's format. */
  open(name: string): Promise<Store>;
  /**
   * Makes a store as a program of an older format left it: its schema comes from the first migrations, and its rows are
   * the rows of a current store that fit into it.
   *
   * @param from name of a store of today that nothing has open
   * @param format how many migrations it has been through
   */
  makeOlder(from: string, to: string, format: number): Promise<void>;
  /** Rows of each table, as it is: nothing is migrated. */
  countsIn(name: string): Promise<Readonly<Record<string, number>>>;
  formatOf(name: string): Promise<number>;
  remove(): Promise<void>;
}
