import { type KnownSeries, writeAsOf } from '../../series/known-series.js';
import type { KnownWeather } from '../../series/known-weather.js';
import { type EpochMs, HOUR_MS } from '../../time/instant.js';

/** Multiplications and rotations of two hashes in the manner of MurmurHash3: any one word changed changes both. */
const EVEN = { seed: 0x811c9dc5, first: 0xcc9e2d51, second: 0x1b873593 } as const;
const ODD = { seed: 0x9dc5811c, first: 0x85ebca6b, second: 0xc2b2ae35 } as const;

/** A hash of 64 bits of some numbers and texts, in their order. */
export class Fingerprint {
  private even: number = EVEN.seed;
  private odd: number = ODD.seed;

  /** @param word a whole number; only its lowest 32 bits count */
  addWord(word: number): void {
    this.even = mixed(this.even, word, EVEN.first, EVEN.second);
    this.odd = mixed(this.odd, word, ODD.first, ODD.second);
  }

  addText(text: string): this {
    for (let i = 0; i < text.length; i++) this.addWord(text.charCodeAt(i));
    this.addWord(text.length);
    return this;
  }

  /** `addWord` of each of some words, `from` to `to` (exclusive). */
  addWords(words: Uint32Array, from: number, to: number): void {
    let [even, odd] = [this.even, this.odd];
    for (let i = from; i < to; i++) {
      even = mixed(even, words[i]!, EVEN.first, EVEN.second);
      odd = mixed(odd, words[i]!, ODD.first, ODD.second);
    }
    this.even = even;
    this.odd = odd;
  }

  /** 16 hexadecimal digits. */
  toString(): string {
    return [this.even, this.odd].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
  }
}

function mixed(hash: number, word: number, first: number, second: number): number {
  let k = Math.imul(word, first);
  k = Math.imul((k << 15) | (k >>> 17), second);
  const h = hash ^ k;
  return (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0;
}

interface Print {
  readonly asOf: EpochMs;
  readonly text: string;
}

/** A hash of a source as known at an instant, of which the newest is kept. */
function keptHash<Source extends object>(add: (print: Fingerprint, source: Source, asOf: EpochMs) => void) {
  const prints = new WeakMap<Source, Print>();
  return (source: Source, asOf: EpochMs): string => {
    const known = prints.get(source);
    if (known?.asOf === asOf) return known.text;
    const print = new Fingerprint();
    add(print, source, asOf);
    const text = print.toString();
    prints.set(source, { asOf, text });
    return text;
  };
}

/** A hash of every value of a series that was known at an instant, and of its hour. */
export const seriesFingerprint = /* @__PURE__ */ keptHash(addSeries);

/** A hash of every version of a series' values that was known at an instant, with the time at which each became known. */
export const versionsFingerprint = /* @__PURE__ */ keptHash(addVersions);

/** A hash of every version of the weather that was known at an instant. */
export const weatherFingerprint = /* @__PURE__ */ keptHash<KnownWeather>((print, weather, asOf) => {
  for (const { name, weight, variables } of weather.points) {
    print.addText(`${name} ${weight}`);
    for (const [variable, series] of Object.entries(variables)) {
      print.addText(variable);
      addVersions(print, series, asOf);
    }
  }
});

/** The values as known at `asOf`, from the first known one to the last, and the hour of the first. */
function addSeries(print: Fingerprint, series: KnownSeries, asOf: EpochMs): void {
  const { start } = series;
  const known = new Float64Array(series.values.length).fill(Number.NaN);
  writeAsOf(series, start, asOf, known);
  let [first, end] = [0, known.length];
  while (first < end && Number.isNaN(known[first]!)) first++;
  while (end > first && Number.isNaN(known[end - 1]!)) end--;
  if (first === end) return;
  print.addText(`${start / HOUR_MS + first}`);
  print.addWords(new Uint32Array(known.buffer), 2 * first, 2 * end);
}

/** Every version known at `asOf`, oldest first, and when: past forecasts are made with the weather of their day. */
function addVersions(print: Fingerprint, { start, values, knownAtMs, replaced }: KnownSeries, asOf: EpochMs): void {
  const version = new Float64Array(3);
  const words = new Uint32Array(version.buffer);
  const add = (hour: number, value: number, knownAt: EpochMs) => {
    if (!(knownAt <= asOf)) return;
    version.set([start / 3_600_000 + hour, value, knownAt]);
    for (const word of words) print.addWord(word);
  };
  for (let hour = 0; hour < values.length; hour++) {
    for (const older of replaced.get(hour) ?? []) add(hour, older.value, older.knownAtMs);
    add(hour, values[hour]!, knownAtMs[hour]!);
  }
}
