/** Refuses work at once while a server answers nothing. */
export interface Circuit {
  isOpen(): boolean;
  answered(): void;
  /** Probes the server if nothing was answered during a wait that has ended. @param beganAt by `performance.now()` */
  timedOut(beganAt: number): void;
  end(): void;
}

const PROBE_EVERY_MS = 1_000;

/**
 * A circuit that is closed. A probe that fails opens it; it is then probed every second, and the first answer closes it. A
 * pool whose connections are all in use lets callers wait in vain too, so a wait alone opens nothing.
 *
 * @param answers whether the server answers a new connection; never rejects
 */
export function createCircuit(answers: () => Promise<boolean>, everyMs = PROBE_EVERY_MS): Circuit {
  let isOpen = false;
  let isProbing = false;
  let hasEnded = false;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  async function probe(): Promise<void> {
    isProbing = true;
    isOpen = !(await answers());
    isProbing = isOpen;
    if (isOpen && !hasEnded) timer = setTimeout(() => void probe(), everyMs).unref();
  }
  return {
    isOpen: () => isOpen,
    answered() {
      answeredAt = performance.now();
    },
    timedOut(beganAt) {
      if (!isProbing && !hasEnded && answeredAt < beganAt) void probe();
    },
    end() {
      hasEnded = true;
      clearTimeout(timer);
    },
  };
}
