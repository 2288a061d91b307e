import { writing } from './writing.js';

/** Separates groups of three digits outside the U.S. */
const THIN_SPACE = '\u202f';

/** Whole megawatts, `108,928`. An absent value is a dash. */
export function wholeMw(mw: number | null | undefined): string {
  if (mw === null || mw === undefined || !Number.isFinite(mw)) return '–';
  const digits = String(Math.round(Math.abs(mw))).replace(/\B(?=(\d{3})+$)/g, writing() === 'us' ? ',' : THIN_SPACE);
  return mw < -0.5 ? `−${digits}` : digits;
}

/** A forecast with no more digits than are known: hundreds from 10 GW, tens from 1 GW. */
export function forecastMw(mw: number | null | undefined): string {
  if (mw === null || mw === undefined) return '–';
  const step = Math.abs(mw) >= 10_000 ? 100 : Math.abs(mw) >= 1_000 ? 10 : 1;
  return wholeMw(Math.round(mw / step) * step);
}

/** `106,000–111,400`: the likely range of a forecast, one number where both ends are the same. A dash where there is none. */
export function rangeMw(low: number | null | undefined, high: number | null | undefined): string {
  const [from, to] = [forecastMw(low), forecastMw(high)];
  return from === to ? from : `${from}–${to}`;
}

/** `1.93 %`, `12.4 %`: at most three digits. */
export function percent(value: number | null | undefined, digits = 1): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  return `${value.toFixed(digits)} %`.replace(/^-(?=[0.]* )/, '').replace('-', '−');
}
