import { useEffect, useState } from 'preact/hooks';
import { serviceNow } from './now.js';

const MINUTE_MS = 60_000;

/** The service's clock, which moves every minute on a page that is left open. @param firstMs when the page was made */
export function useNow(firstMs: number): number {
  const [nowMs, setNow] = useState(firstMs);
  useEffect(() => {
    const timer = setInterval(() => setNow(serviceNow()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
