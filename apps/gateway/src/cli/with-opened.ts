/** Runs work on something that is opened for it and closes it, also when the work fails. */
export async function withOpened<O extends { close(): void | Promise<void> }, T>(
  opening: O | Promise<O>,
  work: (opened: O) => Promise<T>,
): Promise<T> {
  const opened = await opening;
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}
