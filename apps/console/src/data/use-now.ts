import { useEffect, useState } from 'preact/hooks';
import type { Facts } from './facts.js';
import { serviceNow } from './now.js';

const TICK_MS = 60_000;
/** A page that is left open in a fast replay. */
const SHORTEST_TICK_MS = 5_000;

/** The service's clock, which moves on a page that is left open: every minute of it. @param facts of the page when it was made */
export function useNow({ nowMs: firstMs, clockSpeed }: Pick<Facts, 'nowMs' | 'clockSpeed'>): number {
  const [nowMs, setNow] = useState(firstMs);
  useEffect(() => {
    const timer = setInterval(() => setNow(serviceNow()), Math.max(SHORTEST_TICK_MS, TICK_MS / clockSpeed));
    return () => clearInterval(timer);
  }, [clockSpeed]);
  return nowMs;
}
