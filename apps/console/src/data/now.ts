/** Where the service's clock was, and this browser's at that time. */
let [atServiceMs, atBrowserMs, clockSpeed] = [0, 0, 1];

/** Sets this browser's clock to the service's, which differs in a replay. @param speed times as fast as real time */
export function setClock(serviceNowMs: number, speed = 1): void {
  [atServiceMs, atBrowserMs, clockSpeed] = [serviceNowMs, Date.now(), speed];
}

/** The service's clock, ms. Accounts use real time, `Date.now()`, in a replay too. */
export const serviceNow = (): number => atServiceMs + clockSpeed * (Date.now() - atBrowserMs);
