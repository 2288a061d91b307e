let aheadMs = 0;

/** Sets this browser's clock to the service's, which differs in a replay. */
export function setClock(serviceNowMs: number): void {
  aheadMs = serviceNowMs - Date.now();
}

/** The service's clock, ms. Accounts use real time, `Date.now()`, in a replay too. */
export const serviceNow = (): number => Date.now() + aheadMs;
