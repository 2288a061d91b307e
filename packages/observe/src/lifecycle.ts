/** What a process has opened, so that all of it is closed: when it stops, and when it fails to start. */
export interface Lifecycle {
  opened(name: string, close: () => unknown): void;
  /** Closes everything, the last opened first; what fails to close is reported and keeps nothing else open. Idempotent. */
  close(): Promise<void>;
}

/** @param report is called with what failed to close */
export function createLifecycle(report: (name: string, error: unknown) => void): Lifecycle {
  const open: { readonly name: string; readonly close: () => unknown }[] = [];
  let closing: Promise<void> | undefined;

  async function closeAll(): Promise<void> {
    for (let last = open.pop(); last; last = open.pop()) {
      try {
        await last.close();
      } catch (error) {
        report(last.name, error);
      }
    }
  }

  return {
    opened: (name, close) => void open.push({ name, close }),
    close() {
      closing ??= closeAll();
      return closing;
    },
  };
}
