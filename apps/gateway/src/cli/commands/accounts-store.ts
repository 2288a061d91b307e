import type { ControlStore } from '@loadcast/core';
import type { CommandIo } from '../command.js';

/** Opens the store that the environment names, beside a gateway that may be serving from it. */
export type OpenControl = (io: CommandIo) => Promise<{ readonly store: ControlStore; close(): Promise<void> }>;

/** Runs a command on the store and closes it, whatever happens. */
export async function withControl(
  open: OpenControl,
  io: CommandIo,
  work: (store: ControlStore) => Promise<number>,
): Promise<number> {
  const { store, close } = await open(io);
  try {
    return await work(store);
  } finally {
    await close();
  }
}
