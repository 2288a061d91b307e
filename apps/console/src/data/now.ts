let aheadMs = 0;

/** Sets this browser's clock by that of the service, which in a replay is another. */
export function setClock(serviceNowMs: number): void {
  aheadMs = serviceNowMs - Date.now();
}

/** The service's clock, ms. Accounts have that of the present, `Date.now()`, in a replay too. */
export const serviceNow = (): number => Date.now() + aheadMs;
