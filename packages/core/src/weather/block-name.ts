import type { WeatherBlockName } from '../ports/weather-store.js';
import type { KnownRule } from '../series/known-rule.js';

/**
 * The name of a weather block as text, the same for the same name however its rule was written down.
 *
 * @example
 * blockNameOf({ areaId: 'pjm', point: 'Erie', variable: 'cloudPct', known: { kind: 'at', at: 5 }, start: 0 })
 * // => 'pjm cloudPct {"at":5,"kind":"at"} 0 Erie'
 */
export function blockNameOf({ areaId, point, variable, known, start }: WeatherBlockName): string {
  return `${areaId} ${variable} ${knownText(known)} ${start} ${point}`;
}

/**
 * A known rule as JSON, its fields in alphabetical order.
 *
 * @example
 * knownText({ kind: 'lag', lagMs: 0 }) // => '{"kind":"lag","lagMs":0}'
 */
export function knownText(known: KnownRule): string {
  return JSON.stringify(known, Object.keys(known).sort());
}
